import { isFields, listOf } from "@svc/core/internal";
import { onlyOrAll, type EndpointOperation, pick } from "@svc/instrumentation";
import { commonAnswer } from "./common-answer.ts";

/** `decisions.create`, of openai 7: questions about an input, answered with probabilities. */
export const decisions: EndpointOperation = {
  name: "decision",
  type: "generation",
  path: "/decisions",
  parameters: new Set(["prompt_cache_key", "prompt_cache_options", "safety_identifier"]),
  input: (body) => pick(body, ["input", "questions"]),
  answer: (data) => (isFields(data) ? { ...commonAnswer(data), output: onlyOrAll(listOf(data.answers)) } : {}),
};
