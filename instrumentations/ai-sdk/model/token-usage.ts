import { countOf, fieldsOf, usageDetails } from "@svc/core/internal";

/**
 * Returns the usage of a model call as the service keeps it; undefined without any count. The AI SDK counts cached tokens inside
 * the input, and reasoning tokens inside the output, whatever the provider does. Calls that embed count `tokens` alone.
 */
export function usageOf(reported: unknown): Record<string, number> | undefined {
  const usage = fieldsOf(reported);
  const input = countOf(usage.inputTokens) ?? countOf(usage.tokens);
  const output = countOf(usage.outputTokens);
  const total = countOf(usage.totalTokens) ?? (output === undefined ? input : undefined);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  const read = fieldsOf(usage.inputTokenDetails);
  const written = fieldsOf(usage.outputTokenDetails);
  return usageDetails({
    input,
    output,
    total,
    inputDetails: given({ cache_read: read.cacheReadTokens, cache_creation: read.cacheWriteTokens }),
    outputDetails: given({ reasoning: written.reasoningTokens }),
  });
}

function given(counts: Readonly<Record<string, unknown>>): Record<string, number> {
  const positive: Record<string, number> = {};
  for (const name in counts) {
    const count = countOf(counts[name]);
    if (count !== undefined && count > 0) positive[name] = count;
  }
  return positive;
}
