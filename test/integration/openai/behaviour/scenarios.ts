/** Uses that an application can make of a call. */
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";
import { context, createContextKey } from "@opentelemetry/api";
import {
  describeError,
  type ApiCall,
  type ApiRunner,
  type ApiStream,
  type OpenAIModule,
} from "../../../support/openai/openai-client.ts";
import { completion, frame, type Flavour } from "./flavours.ts";
import { spans } from "../preload.ts";
import type { RecordedResponse } from "../../../support/openai/openai-recordings.ts";
import type { Performance } from "../../../support/openai/openai-stand-in.ts";

/** Helpers of a scenario. */
export interface Stage {
  openai: OpenAIModule;
  flavour: Flavour;
  /** Puts an answer behind an address and calls it. */
  create(response: RecordedResponse, params?: unknown, options?: unknown): ApiCall;
  /** Puts an answer behind an address and calls it for a stream. */
  stream(response: RecordedResponse): Promise<ApiStream>;
  /** Puts an answer behind an address and calls another method of the endpoint. */
  call(method: string, response: RecordedResponse & { sequence?: RecordedResponse[] }, params: unknown): unknown;
  /** Returns the performance of the last answer. */
  performance(): Performance;
}

/** Use of a call and its result. Endpoints that do not support the use are left out. */
interface Scenario {
  readonly play: (stage: Stage) => Promise<unknown>;
  readonly only?: Flavour["name"];
}

/** Method by which the helpers of the package make one promise from another. */
const THEN_UNWRAP = "_thenUnwrap";

const SUPPRESS_TRACING = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");
const REFUSED = {
  status: 400,
  json: { error: { message: "No.", type: "invalid_request_error", code: "bad", param: null } },
};

/** Returns an answer that stops in the middle and waits for the client to leave. */
const hanging = ({ streamed }: Flavour): RecordedResponse => ({ ...streamed, hangAfter: 3 });

const inBandError = ({ streamed }: Flavour): RecordedResponse => ({
  events: [
    ...streamed.events.slice(0, 2),
    frame({ error: { message: "Overloaded", type: "server_error", code: "overloaded" } }),
  ],
});

const LONG_STREAM_FRAMES = 30_000;

const readAll = async (stream: AsyncIterable<unknown>, { textOf }: Flavour): Promise<string> => {
  let text = "";
  for await (const part of stream) text += textOf(part);
  return text;
};

/** Returns the unhandled rejections during the work and a few turns of the event loop after it. */
async function unhandledDuring(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const listener = (error: unknown): void => void messages.push((error as Error).message);
  process.on("unhandledRejection", listener);
  await work();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  process.off("unhandledRejection", listener);
  return messages;
}

/** Collects released objects, until their observations have noticed. */
async function collectGarbage(): Promise<void> {
  for (let turn = 0; turn < 200 && spans.open > 0; turn++) {
    (globalThis as { gc?: () => void }).gc?.();
    await nextTurn();
  }
}

const play = (scenario: Scenario["play"]): Scenario => ({ play: scenario });

/** Every scenario by its name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "a failing call that nobody waits for": play(({ create }) =>
    unhandledDuring(async () => {
      const raised = once(process, "unhandledRejection");
      void create(REFUSED);
      await raised;
    }),
  ),
  "a failing call that is handled": play(({ create }) =>
    unhandledDuring(() => create(REFUSED).catch((error: unknown) => (error as Error).message)),
  ),
  "a failing call whose response was asked for": play(({ create }) =>
    unhandledDuring(() =>
      create(REFUSED)
        .asResponse()
        .catch(() => undefined),
    ),
  ),
  "a failing call with then() and nothing to catch it": play(({ create }) =>
    unhandledDuring(async () => {
      const raised = once(process, "unhandledRejection");
      void create(REFUSED).then(() => undefined);
      await raised;
    }),
  ),
  "a stream that breaks and nobody reads on": play(({ stream, flavour }) =>
    unhandledDuring(async () => {
      const raised = once(process, "unhandledRejection");
      const iterator = (await stream(inBandError(flavour)))[Symbol.asyncIterator]();
      await iterator.next();
      await iterator.next();
      void iterator.next();
      await raised;
    }),
  ),
  "catch, finally and Promise.all": play(async ({ create, flavour }) => {
    const seen: unknown[] = [];
    await create(REFUSED)
      .finally(() => seen.push("finally"))
      .catch((error: unknown) => seen.push((error as Error).message));
    const both = await Promise.all([create(flavour.whole), create(flavour.whole)]);
    return [...seen, ...both];
  }),
  "one promise awaited twice": play(async ({ create, flavour }) => {
    const call = create(flavour.whole);
    return (await call) === (await call);
  }),
  "the answer unwrapped twice": play(async ({ create, flavour }) => {
    const call = create(flavour.whole) as unknown as Record<string, (fn: (data: unknown) => unknown) => ApiCall>;
    const child = call[THEN_UNWRAP]!((data) => [data]);
    return [child.constructor === call.constructor, await child, await child.asResponse().then(({ status }) => status)];
  }),
  "the response, then the answer": play(async ({ create, flavour }) => {
    const call = create(flavour.whole);
    const response = await call.asResponse();
    return [response.status, response.bodyUsed, await call];
  }),
  "the response read as JSON": play(async ({ create, flavour }) => {
    const response = await create(flavour.whole).asResponse();
    const read: unknown = await response.json();
    return [read, response.bodyUsed, Object.getOwnPropertyNames(response)];
  }),
  "the response read as bytes": play(async ({ create, flavour }) => {
    const response = await create(flavour.whole).asResponse();
    return [Buffer.from(await response.arrayBuffer()).toString(), response.bodyUsed];
  }),
  "the response cloned": play(async ({ create, flavour }) => {
    const response = await create(flavour.whole).asResponse();
    const copy = response.clone();
    return [await copy.json(), await response.json()];
  }),
  "the response read twice": play(async ({ create, flavour }) => {
    const response = await create(flavour.whole).asResponse();
    return [await response.text(), await response.text().catch((error: unknown) => (error as Error).name)];
  }),
  "the response left unread": play(async ({ create, flavour }) => {
    const bodyUsed = await (async () => (await create(flavour.whole).asResponse()).bodyUsed)();
    await collectGarbage();
    return bodyUsed;
  }),
  "arguments that nobody may change": play(async ({ create, flavour }) => {
    const params = Object.freeze({ ...flavour.params });
    const options = Object.freeze({ headers: Object.freeze({ "x-mine": "1" }) });
    await create(flavour.whole, params, options);
    return JSON.stringify([params, options]);
  }),
  "a call without a model or messages": play(({ create, flavour }) => create(flavour.whole, {})),
  "breaking out of a stream": play(async ({ stream, flavour, performance }) => {
    for await (const part of await stream(hanging(flavour))) if (part) break;
    return (await performance().nextEnd()).wasLeft;
  }),
  "breaking out after the last word": play(async ({ stream, flavour }) => {
    let parts = 0;
    for await (const part of await stream(flavour.streamed)) {
      parts++;
      if (flavour.isLast(part)) break;
    }
    return parts;
  }),
  "an error thrown inside the loop": play(async ({ stream, flavour, performance }) => {
    const loop = async () => {
      for await (const part of await stream(hanging(flavour))) if (part) throw new Error("mine");
    };
    const caught = await loop().catch((error: unknown) => (error as Error).message);
    return [caught, (await performance().nextEnd()).wasLeft];
  }),
  "an error in a chunk": play(async ({ openai, stream, flavour }) =>
    readAll(await stream(inBandError(flavour)), flavour).catch((error: unknown) => describeError(openai, error)),
  ),
  "tee, both branches read": play(async ({ stream, flavour }) => {
    const [left, right] = (await stream(flavour.streamed)).tee();
    return [await readAll(left, flavour), await readAll(right, flavour)];
  }),
  toReadableStream: play(async ({ stream, flavour }) =>
    new Response((await stream(flavour.streamed)).toReadableStream()).text(),
  ),
  "a stream read twice": play(async ({ stream, flavour }) => {
    const source = await stream(flavour.streamed);
    return [
      await readAll(source, flavour),
      await readAll(source, flavour).catch((error: unknown) => (error as Error).message),
    ];
  }),
  "a stream read by hand": play(async ({ stream, flavour }) => {
    const iterator = (await stream(flavour.streamed))[Symbol.asyncIterator]();
    const first = await iterator.next();
    const returned = await iterator.return?.();
    return [first, returned, await iterator.next(), looksOf(iterator)];
  }),
  "an abort before the first read": play(async ({ stream, flavour, performance }) => {
    const source = await stream(hanging(flavour));
    source.controller.abort();
    const read = await readAll(source, flavour).catch((error: unknown) => (error as Error).name);
    return [read, (await performance().nextEnd()).wasLeft];
  }),
  "an abort in the middle": play(async ({ stream, flavour, performance }) => {
    const source = await stream(hanging(flavour));
    let parts = 0;
    for await (const part of source) if (part && ++parts === 3) source.controller.abort();
    return [parts, (await performance().nextEnd()).wasLeft];
  }),
  "a signal aborted in the middle": play(async ({ create, flavour, performance }) => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const source = (await create(hanging(flavour), { ...flavour.params, stream: true }, options)) as ApiStream;
    let parts = 0;
    for await (const part of source) if (part && ++parts === 3) controller.abort();
    return [parts, (await performance().nextEnd()).wasLeft];
  }),
  "a signal aborted before the call": play(async ({ openai, create, flavour }) =>
    create(flavour.whole, flavour.params, { signal: AbortSignal.abort() }).catch((error: unknown) =>
      describeError(openai, error),
    ),
  ),
  "a parser that refuses the answer": play(async ({ openai, call, flavour }) =>
    (call("parse", flavour.whole, { ...flavour.params, ...flavour.asksForJson }) as Promise<unknown>).catch(
      (error: unknown) => ({ ...describeError(openai, error), message: undefined }),
    ),
  ),
  "a parser that refuses a cut answer": {
    only: "chat",
    play: async ({ openai, call, flavour }) =>
      (call("parse", flavour.cut, { ...flavour.params, ...flavour.asksForJson }) as Promise<unknown>).catch(
        (error: unknown) => describeError(openai, error),
      ),
  },
  "a parser that refuses a filtered answer": {
    only: "chat",
    play: async ({ openai, call, flavour }) =>
      (
        call("parse", completion({ finish_reason: "content_filter" }), {
          ...flavour.params,
          ...flavour.asksForJson,
        }) as Promise<unknown>
      ).catch((error: unknown) => describeError(openai, error)),
  },
  "an answer cut by the server": play(({ create, flavour }) => create(flavour.cut)),
  "a tool runner with one round": {
    only: "chat",
    play: async ({ call, flavour }) => {
      const tool_calls = [{ id: "call_1", type: "function", function: { name: "time", arguments: "{}" } }];
      const called = { message: { role: "assistant", content: null, tool_calls }, finish_reason: "tool_calls" };
      const runner = call(
        "runTools",
        { sequence: [completion(called), flavour.whole] },
        {
          ...flavour.params,
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
  },
  "a stream helper that is aborted": play(async ({ call, flavour, performance }) => {
    const events = [...flavour.opening, ...flavour.streamed.events];
    const answer = { events, hangAfter: flavour.opening.length + 3 };
    const runner = call("stream", answer, flavour.params) as ApiRunner;
    const emitted: string[] = [];
    for (const name of ["connect", "error", "abort", "end"]) runner.on(name, () => void emitted.push(name));
    let words = 0;
    const ended = runner.done().catch((error: unknown) => (error as Error).message);
    runner.on(flavour.name === "chat" ? "chunk" : "event", (part) => {
      if (flavour.textOf(part) !== "" && ++words === 3) runner.abort();
    });
    return [await ended, words, emitted, (await performance().nextEnd()).wasLeft];
  }),
  "a reader slower than the server": {
    only: "chat",
    play: async ({ stream, flavour, performance }) => {
      const words = Array.from({ length: LONG_STREAM_FRAMES }, (_, index) =>
        flavour.word(`word number ${index} `.repeat(8)),
      );
      // The growth of a connection's buffers depends on the system and varies; the smallest of several runs is their minimum.
      const framesSent: number[] = [];
      while (framesSent.length < 5) {
        let parts = 0;
        for await (const part of await stream({ events: words })) {
          await nextTurn();
          if (part && ++parts === 200) break;
        }
        framesSent.push((await performance().nextEnd()).framesSent);
      }
      return { framesSent: Math.min(...framesSent), plays: framesSent.length };
    },
  },
  "suppressed tracing": play(({ create, flavour }) =>
    context.with(context.active().setValue(SUPPRESS_TRACING, true), () => create(flavour.whole)),
  ),
  "an answer nobody waits for": play(async ({ create, flavour, performance }) => {
    void create(flavour.whole);
    await performance().nextEnd();
    await collectGarbage();
  }),
  "a stream nobody reads": play(async ({ stream, flavour, performance }) => {
    await (async () => void (await stream(flavour.streamed)))();
    await performance().nextEnd();
    await collectGarbage();
  }),
};

/** Returns every visible property of a generator without iterating it. */
function looksOf(iterator: AsyncIterator<unknown>): unknown {
  const steps = ["next", "return", "throw", Symbol.asyncIterator, Symbol.asyncDispose] as const;
  return {
    text: inspect(iterator),
    tag: Object.prototype.toString.call(iterator),
    own: Reflect.ownKeys(iterator),
    isGenerator: Object.getPrototypeOf(async function* () {}.prototype).isPrototypeOf(iterator) as boolean,
    isItsOwnIterator: (iterator as AsyncIterableIterator<unknown>)[Symbol.asyncIterator]() === iterator,
    steps: steps.map((step) => {
      const { name, length } = Reflect.get(iterator, step) as { name: string; length: number };
      return { name, length };
    }),
  };
}
