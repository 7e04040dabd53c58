import { countOf, isFields, tokenCounts, type TokenUsage } from "@svc/core/internal";

/** Count that is dropped: text is the remainder of a side without its other parts, so its count would take out everything. */
const REST = "text_tokens";

/** Reads a `usage` object of any endpoint; undefined when the object is missing or holds no count. */
export function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isFields(usage)) return undefined;
  const input = countOf(usage.prompt_tokens) ?? countOf(usage.input_tokens);
  const output = countOf(usage.completion_tokens) ?? countOf(usage.output_tokens);
  const total = countOf(usage.total_tokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  return {
    input,
    output,
    total,
    inputDetails: details(usage.prompt_tokens_details ?? usage.input_tokens_details ?? usage.input_token_details),
    outputDetails: details(usage.completion_tokens_details ?? usage.output_tokens_details),
  };
}

/** Returns the counts of the parts. A deeper object is a part of a part, and would be taken out twice. */
function details(found: unknown): Record<string, number> {
  const counts = tokenCounts(found);
  if (REST in counts) delete counts[REST];
  return counts;
}
