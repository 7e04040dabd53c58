/** Runs in a child process: plays every recording with and without the instrumentation and reports the results. */
import { allRecordings, waysOf, type Recording, type Way } from "../../../support/openai/openai-recordings.ts";
import {
  clientAt,
  describeError,
  differenceOf,
  hasMethod,
  methodOf,
  type ApiCall,
  type ApiFunction,
  type ApiRunner,
  type ApiStream,
  type OpenAIModule,
} from "../../../support/openai/openai-client.ts";
import { describeSpan, instrumentation, spans, type SpanDescription } from "../preload.ts";
import { OpenAIStandIn, type AnswerEnd } from "../../../support/openai/openai-stand-in.ts";

/** Call as its caller and its server saw it. */
export interface Seen {
  caller: Record<string, unknown>;
  requests: { path: string; body: unknown }[];
  end: Pick<AnswerEnd, "wasLeft">;
  spans: SpanDescription[];
}

/** One recording, taken one way, without and with the instrumentation. */
export interface Replay {
  id: string;
  way: Way;
  without: Seen;
  instrumented: Seen;
}

/** Every played recording, and the ones that were skipped because the method is missing. */
export interface Replays {
  replays: Replay[];
  missing: string[];
}

/** Plays all recordings. */
export async function replayAll(openai: OpenAIModule, major: number): Promise<Replays> {
  const standIn = await OpenAIStandIn.start();
  const replays: Replay[] = [];
  const missing: string[] = [];
  for (const recording of allRecordings()) {
    if (differenceOf(recording.id, major)?.effect === "missing") {
      const client = clientAt(openai, "http://127.0.0.1/v1");
      if (!hasMethod(client, recording.call.api)) missing.push(recording.id);
      continue;
    }
    for (const way of waysOf(recording)) {
      instrumentation.disable();
      const without = await play(openai, major, standIn, recording, way);
      instrumentation.enable();
      const instrumented = await play(openai, major, standIn, recording, way);
      replays.push({ id: recording.id, way, without, instrumented });
    }
  }
  await standIn.stop();
  return { replays, missing };
}

async function play(
  openai: OpenAIModule,
  major: number,
  standIn: OpenAIStandIn,
  recording: Recording,
  way: Way,
): Promise<Seen> {
  const performance = standIn.perform(recording.response);
  const isAzure = recording.call.api.startsWith("azure.");
  const client = clientAt(openai, performance.url, isAzure);
  const api = recording.call.api.replace(/^azure\./, "");
  const params = paramsOf(recording);
  const caller: Record<string, unknown> = {};
  try {
    const call = methodOf(client, api, major)(params);
    if (api.endsWith(".stream")) await followHelper(call as unknown as ApiRunner, api, caller);
    else await take(call, way, recording, caller);
    caller.polled = await poll(methodOf(client, recording.call.poll ?? api, major), way, recording);
  } catch (error) {
    // Some messages contain the address of the stand-in.
    caller.error = JSON.parse(JSON.stringify(describeError(openai, error)).replaceAll(performance.url, "URL"));
  }
  let end = await performance.nextEnd();
  for (let count = 1; count < performance.requests.length; count++) end = await performance.nextEnd();
  return {
    caller,
    requests: performance.requests.map(({ path, body }) => ({ path, body })),
    end: { wasLeft: end.wasLeft },
    spans: (await spans.take()).map((span) => describeSpan(span)),
  };
}

/** Asks for the answer again, where the recording does. Returns what the caller saw each time. */
async function poll(fetch: ApiFunction, way: Way, recording: Recording): Promise<unknown[]> {
  const polled: Record<string, unknown>[] = [];
  const { call, response, expected } = recording;
  const rest = call.poll === undefined ? [] : response.sequence!.slice(1);
  for (const _ of rest) {
    const seen: Record<string, unknown> = {};
    await take(fetch(expected.responseId), way, recording, seen);
    polled.push(seen);
  }
  return polled;
}

/** Returns the arguments, deeply frozen, with files where the recording names them. */
function paramsOf({ call }: Recording): unknown {
  const { $file, $files, ...params } = structuredClone(call.params);
  const names = { ...($files as Record<string, string>), ...($file !== undefined && { file: $file as string }) };
  const files = Object.entries(names).map(([field, name]) => [field, fileOf(name)]);
  return Object.freeze({ ...deepFreeze(params), ...Object.fromEntries(files) });
}

const TYPES: Readonly<Record<string, string>> = { m4a: "audio/mp4", png: "image/png" };

/** Returns a file of eight bytes. */
function fileOf(name: string): File {
  return new File([new Uint8Array(8)], name, { type: TYPES[name.split(".").at(-1)!]! });
}

async function take(call: ApiCall, way: Way, recording: Recording, caller: Record<string, unknown>): Promise<void> {
  caller.promise = {
    class: call.constructor.name,
    isPromise: call instanceof Promise,
    helpers: ["withResponse", "asResponse", "_thenUnwrap", "parse"].filter((name) => name in call),
    keys: Object.keys(call).toSorted(),
  };
  if (way === "asResponse") {
    const response = await call.asResponse();
    caller.response = { class: response.constructor.name, status: response.status, bodyUsed: response.bodyUsed };
    caller.body = await response.text();
    caller.responseAfter = { own: Object.getOwnPropertyNames(response), bodyUsed: response.bodyUsed };
    return;
  }
  let data: unknown;
  if (way === "withResponse") {
    const all = await call.withResponse();
    ({ data } = all);
    caller.withResponse = {
      keys: Object.keys(all),
      status: all.response.status,
      hasId: all.request_id !== null,
      isAnswer: all.response === data,
    };
  } else {
    data = await call;
  }
  caller.own = typeof data === "object" ? Object.getOwnPropertyNames(data).toSorted() : typeof data;
  if (isResponse(data)) await readSound(data, caller);
  else if (isStream(data)) await readStream(data, recording, caller);
  else caller.result = data;
}

function isResponse(data: unknown): data is Response {
  return typeof (data as Partial<Response> | null)?.arrayBuffer === "function";
}

function isStream(data: unknown): data is ApiStream {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

async function readSound(response: Response, caller: Record<string, unknown>): Promise<void> {
  caller.sound = { bodyUsed: response.bodyUsed, type: response.headers.get("content-type") };
  caller.result = Buffer.from(await response.arrayBuffer()).toString("base64");
}

async function readStream(stream: ApiStream, recording: Recording, caller: Record<string, unknown>): Promise<void> {
  const chunks: unknown[] = [];
  caller.chunks = chunks;
  caller.stream = { class: stream.constructor.name, keys: Object.keys(stream).toSorted() };
  for await (const chunk of stream) {
    chunks.push(chunk);
    if (chunks.length === recording.expected.breakAfter) break;
  }
  caller.aborted = stream.controller.signal.aborted;
}

/** Events that the helpers send to their listeners. */
const HELPER_EVENTS: Readonly<Record<string, readonly string[]>> = {
  "chat.completions.stream": [
    "connect",
    "chunk",
    "content",
    "message",
    "chatCompletion",
    "totalUsage",
    "error",
    "abort",
    "end",
  ],
  "responses.stream": ["connect", "event", "response.output_text.delta", "response.completed", "error", "abort", "end"],
};

async function followHelper(runner: ApiRunner, api: string, caller: Record<string, unknown>): Promise<void> {
  const events: unknown[] = [];
  for (const name of HELPER_EVENTS[api]!) {
    runner.on(name, (...args) => events.push([name, ...args.map((arg) => structuredCloneOrName(arg))]));
  }
  caller.result = await (api === "responses.stream" ? runner.finalResponse() : runner.finalChatCompletion());
  await runner.done();
  caller.events = events;
}

function structuredCloneOrName(value: unknown): unknown {
  return value instanceof Error ? value.message : JSON.parse(JSON.stringify(value ?? null));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
