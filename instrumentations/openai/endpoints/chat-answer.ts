import { inBandFailure } from "../api-error.ts";
import { isFields, listOf, onlyOrAll, textOf } from "../fields.ts";
import type { Answer } from "../operation.ts";
import { readUsage } from "../token-usage.ts";

/** Reads a chat completion. The output is the message of the only choice, or the messages of all. */
export function chatAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const choices = listOf(data.choices).filter((choice) => isFields(choice));
  return {
    output: onlyOrAll(choices.map((choice) => choice.message)),
    model: textOf(data.model),
    usage: readUsage(data.usage),
    responseId: textOf(data.id),
    finishReasons: choices.map((choice) => choice.finish_reason).filter((reason) => typeof reason === "string"),
    serviceTier: textOf(data.service_tier),
    systemFingerprint: textOf(data.system_fingerprint),
    failure: inBandFailure(data.error),
  };
}
