import { TracerProvider } from "@opentelemetry/sdk-trace";
import { configureGlobalLogger, LogLevel, resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { SvcSpanProcessor } from "@svc/otel";
import { startObservation, setSvcTracerProvider } from "@svc/tracing";
import { setTimeout as after } from "node:timers/promises";
import { ask, whyUnanswered, type Service } from "../service.ts";
import { withLogCaptured } from "./log-capture.ts";
import type { Check } from "./report.ts";

/** Log line in which the SDK reports a lost span and the reason. */
const LOSS = / ERROR \d+ spans? (?:was|were) lost: (.*)/s;

/** Milliseconds between two reads. */
const PAUSE = 250;

/** Sends one observation as an application does, and reads it back. */
export async function checkRoundTrip(service: Service): Promise<Check> {
  const name = "observation";
  const { result: traceId, lines } = await withLogCaptured(sendObservation);
  const failure = lines.map((line) => LOSS.exec(line)?.[1]).find((reason) => reason !== undefined);
  if (failure !== undefined) return { name, outcome: "problem", detail: `Not sent: ${failure}.` };
  const query = new URLSearchParams({ traceId, fields: "core,basic" }).toString();
  // A hosted service takes a moment until a new observation can be read.
  const deadline = Date.now() + 2 * resolveSetting(settings.timeout).value * 1000;
  try {
    for (;;) {
      const response = await ask(service, `/api/public/v2/observations?${query}`);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { data } = (await response.json()) as { data: unknown[] };
      if (data.length > 0) return { name, outcome: "ok", detail: `sent, and read back as trace ${traceId}` };
      if (Date.now() > deadline) break;
      await after(PAUSE);
    }
    return { name, outcome: "problem", detail: `Sent as trace ${traceId}, but the service does not show it.` };
  } catch (error) {
    return {
      name,
      outcome: "problem",
      detail: `Sent as trace ${traceId}, but could not be read: ${whyUnanswered(error)}.`,
    };
  }
}

async function sendObservation(): Promise<string> {
  // Losses must be logged whatever SVC_LOG_LEVEL says.
  configureGlobalLogger({ level: LogLevel.ERROR });
  const processor = new SvcSpanProcessor();
  setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const observation = startObservation("svc doctor", { input: "Does this arrive?" });
  observation.end();
  await processor.forceFlush();
  await processor.shutdown();
  return observation.otelSpan.spanContext().traceId;
}
