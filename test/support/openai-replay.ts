/** Runs in a child process: plays every recording with and without the instrumentation and tells what was seen. */
import { chatRecordings, type Recording } from "./openai-recordings.ts";
import {
  clientAt,
  describeError,
  methodOf,
  type ApiCall,
  type ApiRunner,
  type ApiStream,
  type OpenAIModule,
} from "./openai-client.ts";
import { describeSpan, instrumentation, spans, type SpanDescription } from "./openai-preload.ts";
import { OpenAIStandIn, type AnswerEnd } from "./openai-stand-in.ts";

/** How the caller takes the answer. */
export type Way = "await" | "withResponse" | "asResponse";

/** What one call looked like to its caller and to its server. */
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

/** Plays all recordings of chat completions. */
export async function replayAll(openai: OpenAIModule, major: number): Promise<Replay[]> {
  const standIn = await OpenAIStandIn.start();
  const replays: Replay[] = [];
  for (const recording of chatRecordings()) {
    const ways: Way[] = recording.call.api.endsWith(".create") ? ["await", "withResponse", "asResponse"] : ["await"];
    for (const way of ways) {
      instrumentation.disable();
      const without = await play(openai, major, standIn, recording, way);
      instrumentation.enable();
      const instrumented = await play(openai, major, standIn, recording, way);
      replays.push({ id: recording.id, way, without, instrumented });
    }
  }
  await standIn.stop();
  return replays;
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
  const params = deepFreeze(structuredClone(recording.call.params));
  const caller: Record<string, unknown> = {};
  try {
    const call = methodOf(client, api, major)(params);
    if (api === "chat.completions.stream") await followHelper(call as unknown as ApiRunner, caller);
    else await take(call, way, recording, caller);
  } catch (error) {
    // The address of the stand-in is in some messages.
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
    return;
  }
  let data: unknown;
  if (way === "withResponse") {
    const all = await call.withResponse();
    ({ data } = all);
    caller.withResponse = { keys: Object.keys(all), status: all.response.status, hasId: all.request_id !== null };
  } else {
    data = await call;
  }
  const { _request_id: requestId } = data as { _request_id?: string | null };
  caller.hasRequestId = requestId !== undefined;
  if (recording.call.params.stream !== true) caller.result = data;
  else await readStream(data as ApiStream, recording, caller);
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

async function followHelper(runner: ApiRunner, caller: Record<string, unknown>): Promise<void> {
  const events: unknown[] = [];
  for (const name of [
    "connect",
    "chunk",
    "content",
    "message",
    "chatCompletion",
    "totalUsage",
    "error",
    "abort",
    "end",
  ]) {
    runner.on(name, (...args) => events.push([name, ...args.map((arg) => structuredCloneOrName(arg))]));
  }
  caller.result = await runner.finalChatCompletion();
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
