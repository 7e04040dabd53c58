import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { onlyOrAll, type Answer, type Operation, wireForm } from "@svc/instrumentation";
import { MISTRAL } from "../library.ts";
import { usageOf } from "../token-usage.ts";

/** `classifiers.moderate` and `classifiers.moderateChat`. Its observation is a guardrail, because it checks content. */
export const moderations: Operation = {
  library: MISTRAL,
  name: "moderation",
  type: "guardrail",
  path: "",
  parameters: new Set(),
  input: (body) => body.input,
  answer: moderationAnswer,
};

function isFlagged({ categories }: Fields): boolean {
  return isFields(categories) && Object.values(categories).includes(true);
}

function moderationAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const results = listOf(data.results).filter((result) => isFields(result));
  return {
    output: wireForm(onlyOrAll(results)),
    model: textOf(data.model),
    usage: usageOf(data.usage),
    responseId: textOf(data.id),
    metadata: { flagged: results.length === 0 ? undefined : results.some(isFlagged) },
  };
}
