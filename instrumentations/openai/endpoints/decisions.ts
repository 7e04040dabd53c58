import { isFields, listOf, textOf } from "@svc/core/internal";
import { onlyOrAll, type Operation, pick } from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { readUsage } from "./token-usage.ts";

/** `decisions.create`, of openai 7: questions about an input, answered with probabilities. */
export const decisions: Operation = {
  library: OPENAI,
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
