import { countOf, isFields, tokenCounts, type Fields, type TokenUsage } from "@svc/core/internal";

/**
 * Reads the `usage` of a message; undefined when it holds no count. Anthropic counts tokens read from the cache and written to
 * it beside `input_tokens`: all input is the sum of the three.
 */
export function readUsage(usage: Fields | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const fresh = countOf(usage.input_tokens);
  const output = countOf(usage.output_tokens);
  if (fresh === undefined && output === undefined) return undefined;
  const { cache_read: read, cache_write: write } = cacheTokens(usage);
  const input = (fresh ?? 0) + read + write;
  const forAnHour = Math.min(write, partOf(usage.cache_creation, "ephemeral_1h_input_tokens"));
  return {
    input,
    output,
    total: input + (output ?? 0),
    inputDetails: tokenCounts({
      cached_tokens: read,
      // The cache has two prices by its lifetime.
      cache_creation: write - forAnHour,
      cache_creation_1h: forAnHour,
    }),
    outputDetails: tokenCounts({ reasoning_tokens: partOf(usage.output_tokens_details, "thinking_tokens") }),
  };
}

/** Returns the tokens that were read from the cache and written to it. */
export function cacheTokens(usage: Fields): { readonly cache_read: number; readonly cache_write: number } {
  return {
    cache_read: countOf(usage.cache_read_input_tokens) ?? 0,
    cache_write: countOf(usage.cache_creation_input_tokens) ?? 0,
  };
}

function partOf(details: unknown, name: string): number {
  return (isFields(details) ? countOf(details[name]) : undefined) ?? 0;
}
