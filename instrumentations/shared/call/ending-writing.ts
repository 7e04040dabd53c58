import type { RecordedSpan } from "@svc/tracing/internal";
import type { Ending } from "./ending.ts";
import { ERROR_TYPE } from "./gen-ai-attributes.ts";

/** Writes the attributes and the status of the end of a call. */
export function writeEnding(span: RecordedSpan, { outcome, level, statusMessage, errorType }: Ending): void {
  span.write({
    ...(level && { level }),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(outcome && { metadata: { outcome } }),
  });
  if (errorType === undefined) return;
  span.setAttribute(ERROR_TYPE, errorType);
  span.fail(statusMessage);
}
