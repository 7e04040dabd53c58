import { countOf, isFields, tokenCounts, usageDetails } from "@svc/core/internal";

/** Detail that is left out: text is the remainder of a side without its other parts. */
const REST = "text_tokens";

/** Returns the usage of a model call as the service keeps it; undefined without any count. */
export function usageOf(usage: unknown): Record<string, number> | undefined {
  if (!isFields(usage)) return undefined;
  const input = countOf(usage.input_tokens) ?? countOf(usage.prompt_tokens);
  const output = countOf(usage.output_tokens) ?? countOf(usage.completion_tokens);
  const total = countOf(usage.total_tokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  return usageDetails({
    input,
    output,
    total,
    inputDetails: partsOf(usage.input_tokens_details ?? usage.prompt_tokens_details),
    outputDetails: partsOf(usage.output_tokens_details ?? usage.completion_tokens_details),
  });
}

function partsOf(details: unknown): Record<string, number> {
  const { [REST]: _rest, ...parts } = tokenCounts(details);
  return parts;
}
