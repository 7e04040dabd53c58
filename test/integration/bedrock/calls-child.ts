/**
 * Makes the calls of the recordings and some that end early, in the folder of an installation, and prints what the caller saw and what
 * was recorded: `node [--import preload.ts] calls-child.ts esm|cjs bare|recorded|observed`.
 */
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BedrockStandIn, recordings, type Recording, type Reply } from "./bedrock-stand-in.ts";

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

function newClient(): Client {
  const config = {
    region: "us-east-1",
    endpoint: standIn.url,
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  };
  return new sdk.BedrockRuntimeClient!(config) as Client;
}

const COMMANDS: Readonly<Record<string, string>> = {
  converse: "ConverseCommand",
  "converse-stream": "ConverseStreamCommand",
  invoke: "InvokeModelCommand",
  "invoke-with-response-stream": "InvokeModelWithResponseStreamCommand",
};

/** Returns the command of a recorded request. */
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

/** Reads an answer to its end, or until `limit` events of its stream are read. */
async function read(output: Output, limit = Infinity): Promise<unknown> {
  const stream = streamIn(output);
  if (stream === undefined) return plain(output);
  const events: unknown[] = [];
  const seen = { class: stream.constructor.name, keys: Object.keys(stream), metadata: plain(output.$metadata), events };
  for await (const event of stream) if (events.push(plain(event)) >= limit) break;
  return seen;
}

function errorOf(error: unknown): unknown {
  const { name, message, $metadata, $fault } = error as Record<string, unknown>;
  return { name, message, fault: $fault, metadata: plain($metadata), class: (error as object).constructor.name };
}

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
): Promise<void> {
  standIn.play(...replies);
  const client = newClient();
  if (way === "observed") (await import("@svc/bedrock")).observeBedrock(client, { generationName: "mine" });
  seen[name] = await call(client).catch(errorOf);
  spans[name] = ended.splice(0).map(({ name: title, attributes, status }) => ({ title, attributes, status }));
  client.destroy();
}

for (const recording of all) {
  await perform(recording.name, [recording], async (client) => read(await client.send(commandOf(recording))));
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
await perform("image", [converse], async (client) => {
  const image = { format: "png", source: { bytes: Buffer.from("iVBORw0KGgo=", "base64") } };
  return read(
    await client.send(new sdk.ConverseCommand!({ ...model, messages: [{ role: "user", content: [{ image }] }] })),
  );
});
standIn.stop();
// The SDK keeps the process running for as long as an answer hangs.
process.stdout.write(JSON.stringify({ seen, spans }), () => process.exit());
