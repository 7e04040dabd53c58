/** Runs in a child process without the preload: an application's uses of `observeOpenAI`. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, TracerProvider, type ReadableSpan } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor } from "@svc/otel";
import type * as SvcOpenAI from "@svc/openai";
import type { OpenAIClient, OpenAIModule } from "../../../support/openai/openai-client.ts";
import type { Attribute } from "../preload.ts";

export interface Observed {
  name: string;
  result: unknown;
  spans: ObservedSpan[];
  /** Lines on standard error. */
  warnings: string[];
}

export interface ObservedSpan {
  name: string;
  traceId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, Attribute>;
}

interface Client extends OpenAIClient {
  withOptions(options: Record<string, unknown>): Client;
}

interface Stage extends Pick<typeof SvcOpenAI, "observeOpenAI" | "withSvcConfig"> {
  openai: OpenAIModule;
  /** Another copy of the package: the ES module beside the CommonJS one, or the reverse. */
  other: OpenAIModule;
  client(openai?: OpenAIModule, options?: Record<string, unknown>): Client;
  /** Makes one call and returns the text of the answer. */
  call(client: unknown): Promise<string>;
}

const PARAMS = { model: "m-1", messages: [{ role: "user", content: "Name one ocean." }] };
const message = { role: "assistant", content: "Pacific.", refusal: null };
const COMPLETION = { id: "c-1", model: "m-1", choices: [{ index: 0, message, finish_reason: "stop" }] };
const CHUNK = {
  id: "c-1",
  model: "m-1",
  choices: [{ index: 0, delta: { content: "Pacific." }, finish_reason: "stop" }],
};
const STREAM = `data: ${JSON.stringify(CHUNK)}\n\ndata: [DONE]\n\n`;

/** Transport of every client, without a network. */
const fetch = async (_url: unknown, { body }: { body: string }): Promise<Response> =>
  (JSON.parse(body) as { stream?: boolean }).stream
    ? new Response(STREAM, { headers: { "content-type": "text/event-stream" } })
    : Response.json(COMPLETION);

const PARENT = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
const PROMPT = { name: "greeting", version: 3 };

type Scenario = (stage: Stage) => unknown;

const configured =
  (config: unknown): Scenario =>
  ({ observeOpenAI, client, call }) =>
    call(observeOpenAI(client(), config as SvcOpenAI.SvcConfig));

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "no configuration": configured(undefined),
  "a client that is not observed": ({ client, call }) => call(client()),
  generationName: configured({ generationName: "answer" }),
  "an empty generationName": configured({ generationName: "" }),
  generationMetadata: configured({ generationMetadata: { plan: "pro", seats: 3, route: { id: 7 } } }),
  svcPrompt: configured({ svcPrompt: PROMPT }),
  "a fallback svcPrompt": configured({ svcPrompt: { ...PROMPT, isFallback: true } }),
  "a svcPrompt without a version": configured({ svcPrompt: { name: "greeting" } }),
  "the trace's fields": configured({ userId: "u-1", sessionId: "s-1", traceName: "t-1", tags: ["a", "b"] }),
  parentSpanContext: configured({ parentSpanContext: PARENT }),
  "a parentSpanContext that is none": configured({ parentSpanContext: { traceId: "x" } }),
  "null instead of a configuration": configured(null),
  "a configuration that throws": configured(
    Object.defineProperty({}, "userId", {
      enumerable: true,
      get() {
        throw new Error("mine");
      },
    }),
  ),

  async "the same client, untouched"({ observeOpenAI, client }) {
    const made = client();
    const describe = (): unknown => [
      Object.getOwnPropertyNames(made),
      Object.getOwnPropertyNames(made.chat.completions),
      made.constructor.name,
    ];
    const before = describe();
    const observed = observeOpenAI(made, { generationName: "answer" });
    const { create } = Object.getPrototypeOf(made.chat.completions) as { create: { name: string; length: number } };
    return {
      isSame: observed === made,
      isUntouched: JSON.stringify(before) === JSON.stringify(describe()),
      create: [create.name, create.length],
    };
  },

  async "given twice: the last configuration counts, and one observation"({ observeOpenAI, client, call }) {
    const made = observeOpenAI(client(), { generationName: "first", userId: "u-1" });
    return call(observeOpenAI(made, { generationName: "second" }));
  },

  async "a configuration that is changed afterwards"({ observeOpenAI, client, call }) {
    const config = { generationName: "before" };
    const made = observeOpenAI(client(), config);
    config.generationName = "after";
    return call(made);
  },

  async "withOptions: the child is observed in the same way"({ observeOpenAI, client, call }) {
    const parent = observeOpenAI(client(), { generationName: "parent", tags: ["a"] });
    const child = parent.withOptions({ timeout: 1000 });
    await call(child);
    await call(child.withOptions({ maxRetries: 0 }));
    observeOpenAI(child, { generationName: "child" });
    await call(child);
    await call(parent);
    return call(client().withOptions({ timeout: 1000 }));
  },

  async "withSvcConfig: over the client's, field by field"({ observeOpenAI, withSvcConfig, client, call }) {
    const made = observeOpenAI(client(), {
      generationName: "client",
      generationMetadata: { a: 1, b: 1 },
      tags: ["client"],
      userId: "u-client",
    });
    const outer = { generationMetadata: { b: 2, c: 2 }, userId: "u-outer", tags: ["outer"] };
    return withSvcConfig(outer, () =>
      withSvcConfig({ generationName: "inner", userId: undefined as never }, () => call(made)),
    );
  },

  async "withSvcConfig: side by side"({ observeOpenAI, withSvcConfig, client, call }) {
    const made = observeOpenAI(client());
    return Promise.all(["u-1", "u-2", "u-3"].map((userId) => withSvcConfig({ userId }, () => call(made))));
  },

  "withSvcConfig does not have a client observed": ({ withSvcConfig, client, call }) =>
    withSvcConfig({ generationName: "answer" }, () => call(client())),

  async "a stream"({ observeOpenAI, client }) {
    const made = observeOpenAI(client(), { generationName: "streamed", userId: "u-1" });
    let chunks = 0;
    const stream = await made.chat.completions.create!({ ...PARAMS, stream: true });
    for await (const chunk of stream as AsyncIterable<unknown>) if (chunk) chunks++;
    return chunks;
  },

  async "a client for Azure"({ observeOpenAI, openai, call }) {
    const options = { endpoint: "https://gateway.example.org", apiKey: "key", apiVersion: "2024-10-21", fetch };
    return call(observeOpenAI(new openai.AzureOpenAI(options)));
  },

  async "a subclass that calls what it overrides"({ observeOpenAI, openai, call }) {
    class Mine extends openai.OpenAI {}
    const made = new Mine({ apiKey: "key", fetch });
    class MyCompletions extends (made.chat.completions.constructor as new (client: unknown) => object) {
      create(...args: unknown[]): unknown {
        return Reflect.get(Object.getPrototypeOf(MyCompletions.prototype) as object, "create").apply(this, args);
      }
    }
    made.chat.completions = new MyCompletions(made) as never;
    return call(observeOpenAI(made, { generationName: "mine" }));
  },

  async "a wrapper around a client"({ observeOpenAI, client, call }) {
    const wrapper = new Proxy(client(), {});
    return observeOpenAI(wrapper, { generationName: "wrapped" }) === wrapper && call(wrapper);
  },

  async "another library wraps the method afterwards"({ observeOpenAI, client, call }) {
    const made = observeOpenAI(client(), { generationName: "first" });
    const prototype = Object.getPrototypeOf(made.chat.completions) as { create: (...args: unknown[]) => unknown };
    const original = prototype.create;
    prototype.create = Object.assign(
      function wrapped(this: unknown, ...args: unknown[]): unknown {
        return Reflect.apply(original, this, args);
      },
      { __original: original },
    );
    await call(observeOpenAI(made, { generationName: "second" }));
    prototype.create = original;
  },

  async "two copies of the package, one of them observed"({ observeOpenAI, openai, other, client, call }) {
    const one = observeOpenAI(client(openai), { generationName: "one" });
    await call(one);
    return call(client(other));
  },

  async "two copies of the package, both observed"({ observeOpenAI, openai, other, client, call }) {
    await call(observeOpenAI(client(openai), { generationName: "one" }));
    return call(observeOpenAI(client(other), { generationName: "two" }));
  },

  async "two copies of this package"({ observeOpenAI, client, call }) {
    const copies = [(await import("@svc/openai")).observeOpenAI, fromHere("@svc/openai").observeOpenAI];
    const made = client();
    for (const [index, observe] of copies.entries()) observe(made, { generationName: `copy ${index}` });
    await call(made);
    return observeOpenAI(made, { generationName: "last" }) === made && call(made);
  },

  "what is not a client": ({ observeOpenAI }) => {
    const things = [{}, [], () => undefined, { chat: { completions: { create: () => 1 } } }, null, undefined, 1];
    return things.map((thing) => observeOpenAI(thing as object) === thing);
  },
};

const fromHere = (name: string): typeof SvcOpenAI => createRequire(import.meta.url)(name) as typeof SvcOpenAI;

/** Plays every scenario, each with its recorded spans. `@svc/openai` is loaded in the format of the application. */
export async function observeAlone(openai: OpenAIModule): Promise<Observed[]> {
  const isCommonJs = process.argv[1]!.endsWith(".cjs");
  const { observeOpenAI, withSvcConfig } = isCommonJs ? fromHere("@svc/openai") : await import("@svc/openai");
  const warnings: string[] = [];
  console.warn = console.error = (line: string) => void warnings.push(line.replace(/^.*?\] /, ""));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const processor = new SvcSpanProcessor({ exporter });
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const stage: Stage = {
    openai,
    other: await otherCopy(openai, isCommonJs),
    observeOpenAI,
    withSvcConfig,
    client: (module = openai, options = {}) => new module.OpenAI({ apiKey: "key", fetch, ...options }) as Client,
    call: async (client) => {
      const answer = await (client as Client).chat.completions.create!(PARAMS);
      return (answer as typeof COMPLETION).choices[0]!.message.content;
    },
  };
  const observed: Observed[] = [];
  for (const [name, play] of Object.entries(SCENARIOS)) {
    if (
      typeof (openai.OpenAI.prototype as Partial<Client>).withOptions !== "function" &&
      name.startsWith("withOptions")
    )
      continue;
    const result = await play(stage);
    await processor.forceFlush();
    const spans = exporter.getFinishedSpans().map((span) => describe(span));
    exporter.reset();
    observed.push({ name, result, spans, warnings: warnings.splice(0) });
  }
  return observed;
}

/** Returns the recorded providers of clients at these addresses. */
export async function providersOf(openai: OpenAIModule): Promise<Array<[url: string, provider: unknown]>> {
  const { observeOpenAI } = await import("@svc/openai");
  const exporter = new InMemorySpanExporter();
  const processor = new SvcSpanProcessor({ exporter });
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const urls = JSON.parse(process.env["URLS"]!) as string[];
  for (const baseURL of urls) {
    const client = observeOpenAI(new openai.OpenAI({ apiKey: "key", fetch, baseURL }));
    await client.chat.completions.create!(PARAMS);
  }
  await processor.forceFlush();
  const spans = exporter.getFinishedSpans();
  return urls.map((url, index) => [url, spans[index]?.attributes["gen_ai.provider.name"]]);
}

function describe(span: ReadableSpan): ObservedSpan {
  return {
    name: span.name,
    traceId: span.spanContext().traceId,
    parentSpanId: span.parentSpanContext?.spanId,
    attributes: { ...span.attributes } as Record<string, Attribute>,
  };
}

async function otherCopy(openai: OpenAIModule, isCommonJs: boolean): Promise<OpenAIModule> {
  const fromApp = createRequire(join(process.cwd(), "package.json"));
  const path = fromApp.resolve("openai");
  const other = (isCommonJs ? await import(path.replace(/\.js$/, ".mjs")) : fromApp("openai")) as OpenAIModule;
  if (other.OpenAI === openai.OpenAI) throw new Error("This is the same copy");
  return other;
}
