/**
 * Makes the calls of the recordings and some that end early, in the folder of an installation, and prints what the caller saw and what
 * was recorded: `node [--import preload.ts] calls-child.ts esm|cjs bare|recorded|observed`.
 */
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { BedrockStandIn, recordings, type Recording, type Reply } from "./bedrock-stand-in.ts";
import { DIALECTS } from "./dialects/dialects.ts";
import { chunkFrame, eventFrame, exceptionFrame } from "./event-frames.ts";

const [format, way] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), "package.json"));
const file = require.resolve("@aws-sdk/client-bedrock-runtime");

type Output = Record<string, unknown>;
type Options = Record<string, unknown>;
interface Client {
  send(command: unknown, options?: Options): Promise<Output>;
  send(command: unknown, callback: (error: unknown, output?: Output) => void): void;
  destroy(): void;
}
type Sdk = Record<string, new (input: unknown) => unknown>;

const sdk = (format === "cjs" ? require(file) : await import(pathToFileURL(file).href)) as Sdk;
const { trace } = way === "bare" ? { trace: undefined } : await import("@opentelemetry/api");
const ended: ReadableSpan[] = way === "bare" ? [] : (await import("./preload.ts")).ended;
const standIn = await BedrockStandIn.start(!process.cwd().endsWith("3.600"));

function newClient(options: Options): Client {
  const config = {
    region: "us-east-1",
    endpoint: standIn.url,
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    ...options,
  };
  return new sdk.BedrockRuntimeClient!(config) as Client;
}

const COMMANDS: Readonly<Record<string, string>> = {
  converse: "ConverseCommand",
  "converse-stream": "ConverseStreamCommand",
  invoke: "InvokeModelCommand",
  "invoke-with-response-stream": "InvokeModelWithResponseStreamCommand",
};

function commandOf({ request }: Recording): unknown {
  const [, modelId, kind] = /^\/model\/(.+)\/([\w-]+)$/.exec(request.path)!;
  const body = kind!.startsWith("invoke")
    ? { body: new TextEncoder().encode(JSON.stringify(request.body)), contentType: "application/json" }
    : (JSON.parse(JSON.stringify(request.body), (name, value: unknown) =>
        name === "bytes" && typeof value === "string" ? Buffer.from(value, "base64") : value,
      ) as object);
  return new sdk[COMMANDS[kind!]!]!({ modelId: decodeURIComponent(modelId!), ...body });
}

/** Returns a value as JSON can hold it. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (name, field: unknown) => {
      if (name === "totalRetryDelay") return undefined;
      if (field instanceof Uint8Array) return `bytes ${Buffer.from(field).toString("base64")}`;
      return field;
    }),
  );
}

const streamIn = (output: Output): AsyncIterable<unknown> | undefined =>
  [output.stream, output.body].find(
    (value): value is AsyncIterable<unknown> => typeof value === "object" && Symbol.asyncIterator in (value as object),
  );

/** Returns what an application can see of the iterator of a stream. */
function protocolOf(iterator: Partial<AsyncGenerator>): unknown {
  return {
    tag: Object.prototype.toString.call(iterator),
    steps: [typeof iterator.next, typeof iterator.return, typeof iterator.throw],
    isIterable: iterator[Symbol.asyncIterator]?.() === iterator,
  };
}

/** Reads an answer to its end, or until `limit` events of its stream are read. */
async function read(output: Output, limit = Infinity): Promise<unknown> {
  const stream = streamIn(output);
  if (stream === undefined) return plain(output);
  const events: unknown[] = [];
  const iterator = stream[Symbol.asyncIterator]();
  const seen = {
    class: stream.constructor.name,
    keys: Object.keys(stream),
    metadata: plain(output.$metadata),
    iterator: protocolOf(iterator),
    events,
  };
  for await (const event of { [Symbol.asyncIterator]: () => iterator }) if (events.push(plain(event)) >= limit) break;
  return seen;
}

function errorOf(error: unknown): unknown {
  const { name, message, $metadata, $fault } = error as Record<string, unknown>;
  return { name, message, fault: $fault, metadata: plain($metadata), class: (error as object).constructor.name };
}

const EVENTS = { "content-type": "application/vnd.amazon.eventstream" };
const all = recordings();
const named = (name: string): Recording => all.find((recording) => recording.name === name)!;
const streamed = named("dd-converse-stream");
const seen: Record<string, unknown> = {};
const spans: Record<string, unknown> = {};

/** Plays the replies to what `call` does, and notes what it returned or threw and what was recorded. */
async function perform(
  name: string,
  replies: readonly Reply[],
  call: (client: Client) => Promise<unknown>,
  options: Options = {},
): Promise<void> {
  standIn.play(...replies);
  const client = newClient(options);
  if (way === "observed") (await import("@svc/bedrock")).observeBedrock(client, { generationName: "mine" });
  seen[name] = await call(client).catch(errorOf);
  if (way !== "bare" && name === "unread stream") await collected();
  spans[name] = ended.splice(0).map(({ name: title, attributes, status }) => ({ title, attributes, status }));
  client.destroy();
}

/** Waits for the span of a stream that nobody reads: it ends when the stream is collected. */
async function collected(): Promise<void> {
  while (ended.length === 0) {
    await setImmediate();
    globalThis.gc!();
  }
}

for (const recording of all) {
  await perform(recording.name, [recording], async (client) => read(await client.send(commandOf(recording))));
}
for (const { name, model: modelId, request, answer, counts = {}, chunks } of DIALECTS) {
  const body = new TextEncoder().encode(JSON.stringify(request));
  const headers = Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [`x-amzn-bedrock-${kind}-token-count`, String(count)]),
  );
  await perform(name, [{ response: { status: 200, headers, body: answer } }], async (client) =>
    read(await client.send(new sdk.InvokeModelCommand!({ modelId, body }))),
  );
  const reply = { response: { status: 200, headers: EVENTS, chunks: (chunks ?? []).map(chunkFrame) } };
  if (chunks === undefined) continue;
  await perform(`${name}, streamed`, [reply], async (client) =>
    read(await client.send(new sdk.InvokeModelWithResponseStreamCommand!({ modelId, body }))),
  );
}
const converse = named("converse");
const model = { modelId: "arn:aws:bedrock:us-east-1:000000000000:application-inference-profile/abc" };
const busy = {
  status: 429,
  headers: { "x-amzn-errortype": "ThrottlingException" },
  body: { message: "Too many requests" },
};
await perform(
  "callback",
  [converse],
  (client) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, output?: Output): void =>
        error ? reject(error) : resolve([plain(output), trace?.getActiveSpan() === undefined]);
      client.send(commandOf(converse), done);
    }),
);
// A request that every version takes, with an answer that version 3.600 does not know in full.
await perform("cache counts", [named("cache-write-read.1")], async (client) =>
  read(await client.send(commandOf(converse))),
);
await perform("break", [streamed], async (client) => read(await client.send(commandOf(streamed)), 3));
await perform("drop", [{ ...streamed, dropAfter: 5 }], async (client) => read(await client.send(commandOf(streamed))));
await perform("abort", [{ ...streamed, hangAfter: 5 }], async (client) => {
  const controller = new AbortController();
  const output = await client.send(commandOf(streamed), { abortSignal: controller.signal });
  let count = 0;
  for await (const _ of streamIn(output)!) if (++count === 4) controller.abort();
  return count;
});
await perform("abort before the answer", [streamed], async (client) =>
  client.send(commandOf(streamed), { abortSignal: AbortSignal.abort() }),
);
await perform("timeout", [{ ...converse, isSilent: true }], async (client) => client.send(commandOf(converse)), {
  requestHandler: { requestTimeout: 100 },
  maxAttempts: 1,
});
const streamOf = (...chunks: readonly string[]): Reply => ({ response: { status: 200, headers: EVENTS, chunks } });
const STARTED = [
  eventFrame("messageStart", { role: "assistant" }),
  eventFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Half an " } }),
];
const broken = exceptionFrame("modelStreamErrorException", { message: "The model broke", originalStatusCode: 500 });
await perform("exception in a stream", [streamOf(...STARTED, broken)], async (client) =>
  read(await client.send(commandOf(streamed))),
);
const assessed = {
  guardrail: {
    inputAssessment: { g: { topicPolicy: { topics: [{ name: "Money", type: "DENY", action: "BLOCKED" }] } } },
  },
};
const sorry = { role: "assistant", content: [{ text: "Sorry." }] };
const intervened = { stopReason: "guardrail_intervened", usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } };
await perform(
  "guardrail intervened",
  [{ response: { status: 200, headers: {}, body: { output: { message: sorry }, ...intervened, trace: assessed } } }],
  async (client) => read(await client.send(commandOf(converse))),
);
await perform(
  "guardrail intervened, streamed",
  [
    streamOf(
      eventFrame("messageStart", { role: "assistant" }),
      eventFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Sorry." } }),
      eventFrame("messageStop", { stopReason: intervened.stopReason }),
      eventFrame("metadata", { usage: intervened.usage, metrics: { latencyMs: 5 }, trace: assessed }),
    ),
  ],
  async (client) => read(await client.send(commandOf(streamed))),
);
const llama = { modelId: "meta.llama3-8b-instruct-v1:0", body: '{"prompt":"Hello"}' };
const blocked = {
  generation: "Sorry.",
  "amazon-bedrock-guardrailAction": "INTERVENED",
  "amazon-bedrock-trace": assessed,
};
await perform(
  "guardrail intervened, invoked",
  [{ response: { status: 200, headers: {}, body: blocked } }],
  async (client) => read(await client.send(new sdk.InvokeModelCommand!({ ...llama, guardrailIdentifier: "g1" }))),
);
await perform("guardrail intervened, invoked and streamed", [streamOf(chunkFrame(blocked))], async (client) =>
  read(await client.send(new sdk.InvokeModelWithResponseStreamCommand!(llama))),
);
const PROFILE = "arn:aws:bedrock:us-east-1:000000000000:inference-profile/us.amazon.nova-micro-v1:0";
await perform("inference profile", [converse], async (client) =>
  read(await client.send(new sdk.ConverseCommand!({ modelId: PROFILE, messages: [] }))),
);
const anthropic = DIALECTS[0]!;
const asked = JSON.stringify(anthropic.request);
await perform(
  "profile of the application",
  [{ response: { status: 200, headers: {}, body: anthropic.answer } }, streamOf(...anthropic.chunks!.map(chunkFrame))],
  async (client) => [
    await read(await client.send(new sdk.InvokeModelCommand!({ ...model, body: asked }))),
    await read(await client.send(new sdk.InvokeModelWithResponseStreamCommand!({ ...model, body: asked }))),
  ],
);
await perform("unread stream", [streamed], async (client) => Object.keys(await client.send(commandOf(streamed))));
await perform("retry", [{ response: busy }, converse], async (client) => read(await client.send(commandOf(converse))));
await perform("throttled", [{ response: busy }, { response: busy }, { response: busy }], async (client) =>
  read(await client.send(commandOf(converse))),
);
await perform("body of text", [named("otel-llama")], async (client) =>
  read(await client.send(new sdk.InvokeModelCommand!({ ...model, body: "not JSON" }))),
);
const guardrail = { guardrailIdentifier: "g", guardrailVersion: "1", source: "INPUT", content: [] };
const done = { response: { status: 200, headers: {}, body: { usage: {}, action: "NONE" } } };
await perform("another command", [done], async (client) => {
  const Guardrail = sdk.ApplyGuardrailCommand;
  // Version 3.600 has no other command.
  return Guardrail && plain(await client.send(new Guardrail(guardrail)));
});
await perform("media", [converse], async (client) => {
  const source = (text: string): unknown => ({ bytes: Buffer.from(text, "base64") });
  const content = [
    { image: { format: "png", source: source("iVBORw0KGgo=") } },
    { document: { format: "pdf", name: "a", source: source("JVBERi0xLjc=") } },
    { video: { format: "mp4", source: source("AAAAGGZ0eXA=") } },
    { toolResult: { toolUseId: "t", content: [{ image: { format: "webp", source: source("UklGRg==") } }] } },
  ];
  return read(await client.send(new sdk.ConverseCommand!({ ...model, messages: [{ role: "user", content }] })));
});
standIn.stop();
// The SDK keeps the process running for as long as an answer hangs.
process.stdout.write(JSON.stringify({ seen, spans }), () => process.exit());
