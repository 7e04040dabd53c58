import { SpanStatusCode, type Span } from "@opentelemetry/api";
import { writeObservationAttributes } from "@svc/tracing/internal";
import type { Ending } from "./ending.ts";
import { ERROR_TYPE } from "./gen-ai-attributes.ts";

/** Writes the attributes and the status of the end of a call. */
export function writeEnding(span: Span, { outcome, level, statusMessage, errorType }: Ending): void {
  writeObservationAttributes(span, {
    ...(level && { level }),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(outcome && { metadata: { outcome } }),
  });
  if (errorType === undefined) return;
  span.setAttribute(ERROR_TYPE, errorType);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(statusMessage && { message: statusMessage }) });
}
