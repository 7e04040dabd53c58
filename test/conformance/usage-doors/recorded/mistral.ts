import { chatCompletion } from "../../../../instrumentations/mistral/operations/chat-completions.ts";
import type { Amounts } from "../../../support/usage/answers.ts";
import { chatUsage, type Door, type Fields } from "../../../support/usage/door.ts";
import { recorded, plain, streamed, HOUR } from "../recorded-door.ts";

const mistralUsage = (amounts: Amounts): Fields => {
  const { prompt_tokens, completion_tokens, total_tokens, ...details } = chatUsage(amounts);
  return {
    promptTokens: prompt_tokens,
    completionTokens: completion_tokens,
    totalTokens: total_tokens,
    additionalProperties: details,
  };
};

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("mistral", (a) => plain(chatCompletion, { choices: [], usage: mistralUsage(a) }), HOUR),
  recorded("mistral, streamed", (a) => streamed(chatCompletion, { choices: [], usage: mistralUsage(a) }), HOUR),
];
