/** Runs in a child process: what an application can do with a call, each with and without the instrumentation. */
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { context, createContextKey, trace } from "@opentelemetry/api";
import { AlwaysOffSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { setSvcTracerProvider } from "@svc/tracing";
import {
  NOT_PLAYED,
  clientAt,
  describeError,
  methodOf,
  type ApiRunner,
  type ApiStream,
  type OpenAIModule,
} from "./openai-client.ts";
import { describeSpan, instrumentation, spans, type SpanDescription } from "./openai-preload.ts";
import type { RecordedResponse } from "./openai-recordings.ts";
import { OpenAIStandIn, type Performance } from "./openai-stand-in.ts";

const PARAMS = { model: "gpt-5.4-mini", messages: [{ role: "user", content: "Name one ocean." }] };
const STREAM = { ...PARAMS, stream: true };
const SUPPRESS_TRACING = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

const message = { role: "assistant", content: "Pacific.", refusal: null };
const usage = { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 };
const completion = (choice: Record<string, unknown>) => ({
  json: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1780000000,
    model: "gpt-5.4-mini-2026-03-17",
    choices: [{ index: 0, message, finish_reason: "stop", logprobs: null, ...choice }],
    usage,
  },
});
const WHOLE = completion({});
const REFUSED = {
  status: 400,
  json: { error: { message: "No.", type: "invalid_request_error", code: "bad", param: null } },
};

const frame = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (content: string, finish_reason: string | null = null) =>
  frame({
    id: "chatcmpl-2",
    object: "chat.completion.chunk",
    created: 1780000000,
    model: "gpt-5.4-mini-2026-03-17",
    choices: [{ index: 0, delta: { content }, finish_reason }],
  });
const WORDS = Array.from({ length: 6 }, (_, index) => chunk(`w${index} `));
const STREAMED = { events: [...WORDS, chunk("", "stop"), "data: [DONE]\n\n"] };
/** Stops in the middle and waits for the client to leave. */
const HANGING = { events: STREAMED.events, hangAfter: 3 };
const IN_BAND_ERROR = {
  events: [...WORDS.slice(0, 2), frame({ error: { message: "Overloaded", type: "server_error", code: "overloaded" } })],
};
const LONG = { events: Array.from({ length: 30_000 }, (_, index) => chunk(`word number ${index} `.repeat(8))) };

/** What a scenario works with. */
interface Stage {
  openai: OpenAIModule;
  major: number;
  /** Puts an answer behind an address and calls it. */
  create(response: RecordedResponse, params?: unknown, options?: unknown): ReturnType<ReturnType<typeof methodOf>>;
  /** The same with another method of chat completions. */
  call(api: string, response: RecordedResponse & { sequence?: RecordedResponse[] }, params: unknown): unknown;
  /** The last answer's address. */
  performance(): Performance;
}

type Scenario = (stage: Stage) => Promise<unknown>;

const readAll = async (stream: AsyncIterable<unknown>): Promise<string> => {
  let text = "";
  for await (const part of stream)
    text += (part as { choices: { delta: { content: string } }[] }).choices[0]?.delta.content;
  return text;
};

/** Unhandled rejections during the work, until the event loop has turned a few times. */
async function unhandledDuring(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const listener = (error: unknown): void => void messages.push((error as Error).message);
  process.on("unhandledRejection", listener);
  await work();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  process.off("unhandledRejection", listener);
  return messages;
}

async function collectGarbage(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isDone(); turn++) {
    (globalThis as { gc?: () => void }).gc?.();
    await nextTurn();
  }
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "a failing call that nobody waits for": ({ create }) =>
    unhandledDuring(async () => {
      const raised = once(process, "unhandledRejection");
      void create(REFUSED);
      await raised;
    }),
  "a failing call that is handled": ({ create }) =>
    unhandledDuring(() => create(REFUSED).catch((error: unknown) => (error as Error).message)),
  "a failing call whose response was asked for": ({ create }) =>
    unhandledDuring(() =>
      create(REFUSED)
        .asResponse()
        .catch(() => undefined),
    ),
  "a failing call with then() and nothing to catch it": ({ create }) =>
    unhandledDuring(async () => {
      const raised = once(process, "unhandledRejection");
      void create(REFUSED).then(() => undefined);
      await raised;
    }),
  "catch, finally and Promise.all": async ({ create }) => {
    const seen: unknown[] = [];
    await create(REFUSED)
      .finally(() => seen.push("finally"))
      .catch((error: unknown) => seen.push((error as Error).message));
    const both = await Promise.all([create(WHOLE), create(WHOLE)]);
    return [...seen, ...both];
  },
  "one promise awaited twice": async ({ create }) => {
    const call = create(WHOLE);
    return (await call) === (await call);
  },
  "the response, then the answer": async ({ create }) => {
    const call = create(WHOLE);
    const response = await call.asResponse();
    return [response.status, response.bodyUsed, await call];
  },
  "the response left unread": async ({ create }) => (await create(WHOLE).asResponse()).bodyUsed,
  "arguments that nobody may change": async ({ create }) => {
    const params = Object.freeze({ ...PARAMS, messages: Object.freeze([...PARAMS.messages]) });
    const options = Object.freeze({ headers: Object.freeze({ "x-mine": "1" }) });
    await create(WHOLE, params, options);
    return JSON.stringify([params, options]);
  },
  "a call without a model or messages": ({ create }) => create(WHOLE, {}),
  "breaking out of a stream": async ({ create, performance }) => {
    for await (const part of (await create(HANGING, STREAM)) as ApiStream) if (part) break;
    return (await performance().nextEnd()).wasLeft;
  },
  "an error thrown inside the loop": async ({ create, performance }) => {
    const stream = (await create(HANGING, STREAM)) as ApiStream;
    const loop = async () => {
      for await (const part of stream) if (part) throw new Error("mine");
    };
    const caught = await loop().catch((error: unknown) => (error as Error).message);
    return [caught, (await performance().nextEnd()).wasLeft];
  },
  "an error in a chunk": async ({ openai, create }) =>
    readAll((await create(IN_BAND_ERROR, STREAM)) as ApiStream).catch((error: unknown) => describeError(openai, error)),
  "tee, both branches read": async ({ create }) => {
    const [left, right] = ((await create(STREAMED, STREAM)) as ApiStream).tee();
    return [await readAll(left), await readAll(right)];
  },
  toReadableStream: async ({ create }) =>
    new Response(((await create(STREAMED, STREAM)) as ApiStream).toReadableStream()).text(),
  "a stream read twice": async ({ create }) => {
    const stream = (await create(STREAMED, STREAM)) as ApiStream;
    return [await readAll(stream), await readAll(stream).catch((error: unknown) => (error as Error).message)];
  },
  "a stream read by hand": async ({ create }) => {
    const iterator = ((await create(STREAMED, STREAM)) as ApiStream)[Symbol.asyncIterator]();
    const first = await iterator.next();
    const returned = await iterator.return?.();
    return [first, returned, await iterator.next(), Object.prototype.toString.call(iterator), Object.keys(iterator)];
  },
  "an abort before the first read": async ({ create, performance }) => {
    const stream = (await create(HANGING, STREAM)) as ApiStream;
    stream.controller.abort();
    const read = await readAll(stream).catch((error: unknown) => (error as Error).name);
    return [read, (await performance().nextEnd()).wasLeft];
  },
  "an abort in the middle": async ({ create, performance }) => {
    const stream = (await create(HANGING, STREAM)) as ApiStream;
    let parts = 0;
    for await (const part of stream) if (part && ++parts === 3) stream.controller.abort();
    return [parts, (await performance().nextEnd()).wasLeft];
  },
  "a signal aborted before the call": async ({ openai, create }) =>
    create(WHOLE, PARAMS, { signal: AbortSignal.abort() }).catch((error: unknown) => describeError(openai, error)),
  "a parser that refuses a cut answer": async ({ openai, call }) => {
    const params = {
      ...PARAMS,
      response_format: { type: "json_schema", json_schema: { name: "x", strict: true, schema: {} } },
    };
    const cut = completion({ finish_reason: "length" });
    return (call("chat.completions.parse", cut, params) as Promise<unknown>).catch((error: unknown) =>
      describeError(openai, error),
    );
  },
  "a tool runner with one round": async ({ call }) => {
    const tool_calls = [{ id: "call_1", type: "function", function: { name: "time", arguments: "{}" } }];
    const called = { message: { ...message, content: null, tool_calls }, finish_reason: "tool_calls" };
    const runner = call(
      "chat.completions.runTools",
      { sequence: [completion(called), WHOLE] },
      {
        ...PARAMS,
        tools: [
          {
            type: "function",
            function: { name: "time", parameters: { type: "object" }, parse: JSON.parse, function: () => "06:12" },
          },
        ],
      },
    ) as ApiRunner;
    return runner.finalContent();
  },
  "a reader slower than the server": async ({ create, performance }) => {
    // How far a connection's buffers grow is the system's own affair, and differs: the least of several is what they hold at all.
    const framesSent: number[] = [];
    while (framesSent.length < 5) {
      let parts = 0;
      for await (const part of (await create(LONG, STREAM)) as ApiStream) {
        await nextTurn();
        if (part && ++parts === 200) break;
      }
      framesSent.push((await performance().nextEnd()).framesSent);
    }
    return { framesSent: Math.min(...framesSent), plays: framesSent.length };
  },
  "suppressed tracing": ({ create }) =>
    context.with(context.active().setValue(SUPPRESS_TRACING, true), () => create(WHOLE)),
  "an answer nobody waits for": async ({ create, performance }) => {
    void create(WHOLE);
    await performance().nextEnd();
    await collectGarbage(() => spans.ended.length > 0 || spans.open === 0);
  },
  "a stream nobody reads": async ({ create, performance }) => {
    await (async () => void (await create(STREAMED, STREAM)))();
    await performance().nextEnd();
    await collectGarbage(() => spans.ended.length > 0 || spans.open === 0);
  },
};

/** What one scenario looked like. */
export interface Behaviour {
  name: string;
  without: unknown;
  instrumented: unknown;
  spans: SpanDescription[];
  spansWithout: number;
}

/** Plays every scenario. */
export async function playAll(openai: OpenAIModule, major: number): Promise<Behaviour[]> {
  const standIn = await OpenAIStandIn.start();
  const behaviours: Behaviour[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (NOT_PLAYED[major]?.[name] !== undefined) continue;
    instrumentation.disable();
    const without = await scenario(stageOf(openai, major, standIn));
    const spansWithout = (await spans.take()).length;
    instrumentation.enable();
    const instrumented = await scenario(stageOf(openai, major, standIn));
    const made = (await spans.take()).map((span) => describeSpan(span));
    behaviours.push({ name, without, instrumented, spans: made, spansWithout });
  }
  await standIn.stop();
  return behaviours;
}

function stageOf(openai: OpenAIModule, major: number, standIn: OpenAIStandIn): Stage {
  let performance: Performance | undefined;
  const call: Stage["call"] = (api, response, params) => {
    performance = standIn.perform(response);
    return methodOf(clientAt(openai, performance.url), api, major)(params);
  };
  return {
    openai,
    major,
    call,
    create: (response, params = PARAMS, options) => {
      performance = standIn.perform(response);
      return methodOf(clientAt(openai, performance.url), "chat.completions.create", major)(params, options);
    },
    performance: () => performance!,
  };
}

async function whenSampledOut(work: () => Promise<unknown>): Promise<void> {
  setSvcTracerProvider(new TracerProvider({ sampler: new AlwaysOffSampler(), spanProcessors: [spans] }));
  try {
    await work();
  } finally {
    setSvcTracerProvider(null);
  }
}

/** What the instrumentation does to the class and to the context, and where it stays away. */
export async function inspect(openai: OpenAIModule): Promise<Record<string, unknown>> {
  const hosts = [
    "https://api.openai.com/v1",
    "https://me.openai.azure.com/openai",
    "https://api.deepseek.com",
    "https://api.groq.com/openai/v1",
    "https://api.mistral.ai/v1",
    "https://api.x.ai/v1",
    "https://api.perplexity.ai",
    "https://generativelanguage.googleapis.com/v1beta/openai",
    "https://notopenai.com.example.org/v1",
    "https://groq.company:8443/v1",
  ];
  const active: (string | undefined)[] = [];
  const fetch = async (): Promise<Response> => {
    active.push(trace.getActiveSpan()?.spanContext().spanId);
    return Response.json(WHOLE.json);
  };
  const clients = hosts.map((baseURL) => new openai.OpenAI({ baseURL, apiKey: "key", fetch }));
  const create = () => {
    const prototype = Object.getPrototypeOf(clients[0]!.chat.completions) as Record<string, () => unknown>;
    return prototype.create!;
  };
  const patched = create();
  for (const client of clients) await client.chat.completions.create!(PARAMS);
  const made = (await spans.take()).map((span) => describeSpan(span));
  const outside = trace.getTracer("test").startSpan("outside");
  await context.with(trace.setSpan(context.active(), outside), () => clients[0]!.chat.completions.create!(PARAMS));
  outside.end();
  const nested = (await spans.take()).map((span) => describeSpan(span));
  const second = new (instrumentation.constructor as new () => typeof instrumentation)();
  second.disable();
  const afterSecond = create() === patched;
  instrumentation.disable();
  const original = create();
  instrumentation.enable();
  await clients[0]!.chat.completions.create!(PARAMS);
  const spansAfterEnablingAgain = (await spans.take()).length;
  const isActiveDuringFetch = made.every(({ spanId }, index) => active[index] === spanId);
  active.length = 0;
  await whenSampledOut(() => clients[0]!.chat.completions.create!(PARAMS));
  const isSampledOut = active[0] !== undefined && (await spans.take()).length === 0;
  return {
    isSampledOut,
    providers: made.map(({ attributes }) => [
      attributes["server.address"],
      attributes["server.port"],
      attributes["gen_ai.provider.name"],
    ]),
    isActiveDuringFetch,
    parent: nested.find(({ name }) => name !== "outside")?.parentSpanId === outside.spanContext().spanId,
    name: [patched.name, original.name],
    length: [patched.length, original.length],
    afterSecond,
    isRestored: original !== patched && !Object.getOwnPropertySymbols(original).length,
    spansAfterEnablingAgain,
  };
}
