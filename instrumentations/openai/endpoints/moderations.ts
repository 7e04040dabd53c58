import { isFields, listOf, textOf } from "@svc/core/internal";
import { type Answer, onlyOrAll, type Operation } from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { readUsage } from "./token-usage.ts";

/** `moderations.create`. Its observation is a guardrail, because it checks content. */
export const moderations: Operation = {
  library: OPENAI,
  name: "moderation",
  type: "guardrail",
  path: "/moderations",
  parameters: new Set(),
  input: (body) => body.input,
  answer: moderationAnswer,
};

function moderationAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const results = listOf(data.results).filter((result) => isFields(result));
  return {
    output: onlyOrAll(results),
    model: textOf(data.model),
    usage: readUsage(data.usage),
    responseId: textOf(data.id),
    metadata: { flagged: results.length === 0 ? undefined : results.some(({ flagged }) => flagged === true) },
  };
}
