import { isFields, listOf, textOf } from "@svc/core/internal";
import type { Answer, Operation } from "../call/operation.ts";
import { readUsage } from "../call/token-usage.ts";
import { onlyOrAll } from "../fields.ts";

/** `moderations.create`. Its observation is a guardrail, because it checks content. */
export const moderations: Operation = {
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
