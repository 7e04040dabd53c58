import { countOf, fieldsOf, tokenCounts, usageDetails, type Fields } from "@svc/core/internal";

/**
 * Returns the usage as the service keeps it, with keys such as `input_cache_read` and `output_reasoning`; undefined without any
 * count.
 *
 * LangChain's own count (`usage_metadata` of the message) takes precedence. The provider's count completes it. Without
 * LangChain's count, the provider's count and the older `tokenUsage` take its place.
 */
export function usageOf(counted: unknown, reported: unknown, older: unknown): Record<string, number> | undefined {
  const raw = fieldsOf(reported);
  const [own, old] = [fieldsOf(counted), fieldsOf(older)];
  const input = firstCount(own.input_tokens, raw.prompt_tokens, raw.input_tokens, old.promptTokens);
  const output = firstCount(own.output_tokens, raw.completion_tokens, raw.output_tokens, old.completionTokens);
  const total = firstCount(own.total_tokens, isAdded(raw) ? undefined : raw.total_tokens, old.totalTokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  const inputDetails = tokenCounts(own.input_token_details);
  const written = countOf(cacheWrites(raw));
  if (written && inputDetails["cache_creation"] === undefined) inputDetails["cache_creation"] = written;
  return usageDetails({ input, output, total, inputDetails, outputDetails: tokenCounts(own.output_token_details) });
}

/**
 * Returns true for a report that LangChain has put together of two, by adding their totals: Groq reports the tokens of a stream twice, of
 * which LangChain renames one.
 */
function isAdded({ prompt_tokens: prompt, input_tokens: input }: Fields): boolean {
  return prompt !== undefined && input !== undefined;
}

/** Returns the tokens written to the cache, which LangChain does not take over from OpenAI. */
function cacheWrites(raw: Fields): unknown {
  return fieldsOf(raw.prompt_tokens_details ?? raw.input_tokens_details).cache_write_tokens;
}

function firstCount(...values: unknown[]): number | undefined {
  return values.map(countOf).find((count) => count !== undefined);
}
