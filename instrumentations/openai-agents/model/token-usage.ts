import { countOf, isFields, tokenCounts, usageDetails } from "@svc/core/internal";

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
    inputDetails: tokenCounts(usage.input_tokens_details ?? usage.prompt_tokens_details),
    outputDetails: tokenCounts(usage.output_tokens_details ?? usage.completion_tokens_details),
  });
}
