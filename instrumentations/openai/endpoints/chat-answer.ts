import { isFields, listOf, textOf } from "@svc/core/internal";
import { inBandFailure } from "../call/api-error.ts";
import type { Answer } from "../call/operation.ts";
import { readUsage } from "../call/token-usage.ts";
import { onlyOrAll } from "../fields.ts";

/** Reads a chat completion. The output is the message of the only choice, or a list of the messages of all choices. */
export function chatAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const messages: unknown[] = [];
  const finishReasons: string[] = [];
  for (const choice of listOf(data.choices)) {
    if (!isFields(choice)) continue;
    messages.push(choice.message);
    if (typeof choice.finish_reason === "string") finishReasons.push(choice.finish_reason);
  }
  return {
    output: onlyOrAll(messages),
    model: textOf(data.model),
    usage: readUsage(data.usage),
    responseId: textOf(data.id),
    finishReasons,
    serviceTier: textOf(data.service_tier),
    systemFingerprint: textOf(data.system_fingerprint),
    failure: inBandFailure(data.error),
  };
}
