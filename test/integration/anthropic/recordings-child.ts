/** Makes the call of every recording in each way, and writes what the application sees and what was recorded. */
import type { SpanDescription } from "./preload.ts";
import {
  describeError,
  loadAnthropic,
  type AnthropicClient,
  type Message,
  type MessageStream,
} from "./anthropic-client.ts";
import { allRecordings, type Recording } from "./recordings.ts";
import { StandIn } from "./stand-in.ts";

/** Call of a recording, what the application saw, and what was recorded. */
export interface Replay {
  readonly id: string;
  readonly way: string;
  readonly seen: unknown;
  readonly spans: readonly SpanDescription[];
  /** Names of the spans that the package made itself. */
  readonly others: readonly string[];
  /** Number of traces that all these spans belong to. */
  readonly traces: number;
}

const [format = "esm", isPreloaded] = process.argv.slice(2);
const preload = isPreloaded === "preloaded" ? await import("./preload.ts") : undefined;
const { Anthropic } = await loadAnthropic(format);
const standIn = await StandIn.start();
const client = new Anthropic({ baseURL: standIn.url, apiKey: "none", maxRetries: 0 });

const replays: Replay[] = [];
for (const recording of allRecordings()) {
  for (const way of waysOf(recording)) {
    standIn.answer(recording.response);
    const seen = await seenBy(client, recording, way);
    const ended = (await preload?.spans.take()) ?? [];
    const own = ended.filter((span) => span.instrumentationScope.name === "svc-sdk");
    const others = ended.filter((span) => !own.includes(span));
    replays.push({
      id: recording.id,
      way,
      seen,
      spans: own.map((span) => preload!.describeSpan(span)),
      others: others.map(({ name }) => name),
      traces: new Set(ended.map((span) => span.spanContext().traceId)).size,
    });
  }
}
standIn.stop();
process.stdout.write(JSON.stringify(replays));

function waysOf({ response }: Recording): string[] {
  return response.chunks ? ["iterate", "tee", "helper"] : ["await", "withResponse", "asResponse"];
}

/** Makes the call and returns what the application sees of it: data, events or an error. */
async function seenBy({ messages, beta }: AnthropicClient, { request }: Recording, way: string): Promise<unknown> {
  const resource = request.path.includes("beta=true") ? beta.messages : messages;
  try {
    if (way === "helper") return await resource.stream(request.body).finalMessage();
    const call = resource.create(request.body);
    if (way === "withResponse") return (await call.withResponse()).data;
    if (way === "asResponse") return await (await call.asResponse()).json();
    const data = await call;
    if (way === "await") return data;
    const [first, second] = way === "tee" ? (data as MessageStream).tee() : [data as MessageStream];
    const events = await Array.fromAsync(first);
    return { events, second: second && (await Array.fromAsync(second)), constructor: data?.constructor.name };
  } catch (error) {
    return describeError(error);
  }
}

export type { Message };
