import { isFields, listOf, textOf } from "@svc/core/internal";
import type { Operation } from "../call/operation.ts";
import { readUsage } from "../call/token-usage.ts";
import { onlyOrAll, pick } from "../fields.ts";

/** `decisions.create`, of openai 7: questions about an input, answered with probabilities. */
export const decisions: Operation = {
  name: "decision",
  type: "generation",
  path: "/decisions",
  parameters: new Set(["prompt_cache_key", "prompt_cache_options", "safety_identifier"]),
  input: (body) => pick(body, ["input", "questions"]),
  answer: (data) =>
    isFields(data)
      ? { output: onlyOrAll(listOf(data.answers)), model: textOf(data.model), usage: readUsage(data.usage) }
      : {},
};
