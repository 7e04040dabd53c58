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
  const inputDetails = { ...tokenCounts(own.input_token_details) };
  const outputDetails = { ...tokenCounts(own.output_token_details) };
  const ofInput = fieldsOf(raw.prompt_tokens_details ?? raw.input_tokens_details);
  complete(inputDetails, "cache_creation", ofInput.cache_write_tokens);
  complete(inputDetails, "cache_read", ofInput.cached_tokens);
  complete(outputDetails, "reasoning", fieldsOf(raw.completion_tokens_details).reasoning_tokens);
  return usageDetails({ input, output, total, inputDetails, outputDetails });
}

/**
 * Returns the report of a provider in the metadata of a message. LangChain adds up the reports of the chunks of a stream. Groq reports the
 * tokens twice, and with every chunk where it is asked to: the report of its last chunk is there whole, under a name of Groq's.
 */
export function reportedUsage(said: Fields): unknown {
  return fieldsOf(said.x_groq).usage ?? said.usage;
}

/**
 * Returns true for a report that LangChain has put together of two, by adding their totals: Groq reports the tokens of a stream twice, of
 * which LangChain renames one.
 */
function isAdded({ prompt_tokens: prompt, input_tokens: input }: Fields): boolean {
  return prompt !== undefined && input !== undefined;
}

/** Adds a count of the provider that LangChain has not taken over. */
function complete(details: Record<string, number>, name: string, reported: unknown): void {
  const count = countOf(reported);
  if (count && details[name] === undefined) details[name] = count;
}

function firstCount(...values: unknown[]): number | undefined {
  return values.map(countOf).find((count) => count !== undefined);
}
