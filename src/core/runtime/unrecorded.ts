import { isSpanContextValid, type Span } from "@opentelemetry/api";
import { logger } from "../logging/logger.ts";
import { getEnv } from "../settings/env.ts";
import { apiSlot } from "./api-slot.ts";

/** Present where the preload is, which has said what there is to say. */
const PRELOAD = Symbol.for("svc.register.started");

/** Says, once, that an observation goes nowhere because no OpenTelemetry SDK is there to take it. */
export function noteUnrecorded(span: Span): void {
  // One that a sampler turned down has an id.
  if (isSpanContextValid(span.spanContext()) || isWanted()) return;
  logger.warnOnce(
    "Observations are not recorded: no OpenTelemetry SDK is registered. Start the application with " +
      "`node --import @svc/register`, or start an SDK with the SvcSpanProcessor of @svc/otel before the first observation.",
  );
}

function isWanted(): boolean {
  const isDisabled = getEnv("OTEL_SDK_DISABLED")?.trim().toLowerCase() === "true";
  return isDisabled || PRELOAD in globalThis || apiSlot()?.trace !== undefined;
}

/** Says, once, that an observation was changed too late; the span of one that was not sampled does not say that it ended. */
export function noteChangeAfterEnd(span: Span, what: string): void {
  const { ended, name } = span as Span & { ended?: boolean; name?: string };
  if (ended === true) logger.warnOnce(`${what} came after the end of its observation and is ignored.`, name);
}
