import { readUsage, textOf, type Fields } from "@svc/core/internal";
import { inBandFailure, type Answer } from "@svc/instrumentation";

/** Returns the part of an answer that the bodies of all endpoints have in the same fields. */
export function commonAnswer(body: Fields): Answer {
  return {
    model: textOf(body.model),
    usage: readUsage(body.usage),
    responseId: textOf(body.id),
    serviceTier: textOf(body.service_tier),
    systemFingerprint: textOf(body.system_fingerprint),
    failure: inBandFailure(body.error),
  };
}
