import { isFields, listOf } from "@svc/core/internal";
import { type Answer, onlyOrAll, type EndpointOperation } from "@svc/instrumentation";
import { commonAnswer } from "./common-answer.ts";

/** `moderations.create`. Its observation is a guardrail, because it checks content. */
export const moderations: EndpointOperation = {
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
    ...commonAnswer(data),
    output: onlyOrAll(results),
    metadata: { flagged: results.length === 0 ? undefined : results.some(({ flagged }) => flagged === true) },
  };
}
