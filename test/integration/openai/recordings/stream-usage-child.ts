/** Runs in a child process: streamed calls whose usage the application does not request. */
import { clientAt, methodOf, type ApiStream, type OpenAIModule } from "../../../support/openai/openai-client.ts";
import { describeSpan, instrumentation, spans, type SpanDescription } from "../preload.ts";
import { recordingsOf } from "../../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../../support/openai/openai-stand-in.ts";

/** Call without and with the instrumentation. */
export interface UsageCall {
  name: string;
  without: { chunks: unknown[]; asked: unknown; params: string };
  instrumented: { chunks: unknown[]; asked: unknown; params: string };
  spans: SpanDescription[];
}

/** Recordings with usage; a server that gets no request for usage omits it. */
const RECORDINGS: Readonly<Record<string, string>> = {
  "chat.completions.create": "chat-stream-usage",
  "completions.create": "completions-legacy-stream",
};

/** Values of `stream_options` that an application may have set itself. */
const OPTIONS: Readonly<Record<string, unknown>> = {
  "not said": undefined,
  "other options": { include_obfuscation: false },
  "asked for": { include_usage: true },
  "asked not to": { include_usage: false },
};

/** Makes each call both ways. */
export async function askForUsage(openai: OpenAIModule, major: number): Promise<UsageCall[]> {
  const standIn = await OpenAIStandIn.start();
  const calls: UsageCall[] = [];
  for (const [api, id] of Object.entries(RECORDINGS)) {
    for (const [said, options] of Object.entries(OPTIONS)) {
      const call = async () => {
        const { call: recorded, response } = recordingsOf(api).find((recording) => recording.id === id)!;
        const { stream_options: _, ...rest } = recorded.params;
        const params = Object.freeze({ ...rest, ...(options !== undefined && { stream_options: options }) });
        const frames = response.events ?? response.sse!.split(/(?<=\n\n)/).filter((frame) => frame.trim() !== "");
        const performance = standIn.perform({
          eventsFor: (body) => (asksForUsage(body) ? frames : frames.flatMap(unasked)),
        });
        const stream = (await methodOf(clientAt(openai, performance.url), api, major)(params)) as ApiStream;
        const chunks: unknown[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        return {
          chunks,
          asked: performance.requests.map(({ body }) => asksForUsage(body)),
          params: JSON.stringify(params),
        };
      };
      instrumentation.disable();
      const without = await call();
      instrumentation.enable();
      const instrumented = await call();
      const made = (await spans.take()).map((span) => describeSpan(span));
      calls.push({ name: `${api}, ${said}`, without, instrumented, spans: made });
    }
  }
  await standIn.stop();
  return calls;
}

function asksForUsage(body: unknown): boolean {
  return (body as { stream_options?: { include_usage?: boolean } }).stream_options?.include_usage === true;
}

/**
 * Returns a frame as a server sends it without a request for usage: the last frame is missing, and the others do not mention
 * usage.
 */
function unasked(frame: string): string[] {
  if (!frame.startsWith("data: {")) return [frame];
  const { usage, ...chunk } = JSON.parse(frame.slice("data: ".length)) as Record<string, unknown>;
  return usage !== null && usage !== undefined ? [] : [`data: ${JSON.stringify(chunk)}\n\n`];
}
