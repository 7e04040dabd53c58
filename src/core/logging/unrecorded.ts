import { isSpanContextValid, type Span } from "@opentelemetry/api";
import { logger } from "./logger.ts";
import { apiSlot } from "../runtime/api-slot.ts";
import { PRELOAD_STARTED } from "../runtime/global-keys.ts";
import { isSdkDisabled } from "../runtime/sdk-disabled.ts";

/** Warns once that an observation is not recorded because no OpenTelemetry SDK is registered. */
export function noteUnrecorded(span: Span): void {
  // A span that a sampler turned down has a valid id.
  if (isSpanContextValid(span.spanContext()) || isWanted()) return;
  logger.warnOnce(
    "Observations are not recorded: no OpenTelemetry SDK is registered. Start the application with " +
      "`node --import @svc/register`, or start an SDK with the SvcSpanProcessor of @svc/otel before the first observation.",
  );
}

/** Returns true when the spans are to be dropped, or somebody else has said why they are: the preload logs its reason. */
function isWanted(): boolean {
  return isSdkDisabled() || PRELOAD_STARTED in globalThis || apiSlot()?.trace !== undefined;
}

/**
 * Warns once that an observation was changed after its end. An unsampled span does not show that it ended, so its changes
 * cause no warning.
 */
export function noteChangeAfterEnd(span: Span, what: string): void {
  const { ended, name } = span as Span & { ended?: boolean; name?: string };
  if (ended === true)
    logger.warnOnce(`${what} is ignored: the observation has ended. Call it before end(). Observation:`, name);
}
