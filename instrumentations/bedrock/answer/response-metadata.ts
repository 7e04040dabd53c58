import { countOf, textOf, type Fields } from "@svc/core/internal";
import { ownData } from "@svc/instrumentation";

/** Reason why an answer is not the model's, or not all of it. */
export const GUARDRAIL_INTERVENED = "a guardrail intervened";

/** Returns what the field `$metadata` of an answer or an error tells of the HTTP exchange: status, attempts, request. */
export function responseMetadata(metadata: unknown): Fields {
  const attempts = countOf(ownData(metadata, "attempts"));
  return {
    http_status_code: countOf(ownData(metadata, "httpStatusCode")),
    request_id: textOf(ownData(metadata, "requestId")),
    // One attempt is the rule and tells nothing.
    attempts: attempts === 1 ? undefined : attempts,
    total_retry_delay_ms: countOf(ownData(metadata, "totalRetryDelay")) || undefined,
  };
}
