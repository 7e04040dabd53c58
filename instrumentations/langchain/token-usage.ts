import { countOf, fieldsOf, isFields, type Fields } from "./fields.ts";

/**
 * Tokens as the service keeps them: every detail in a bucket of its own (`input_cache_read`, `output_reasoning`, …) and taken
 * out of `input` or `output`, never below 0, so that no token is priced twice. Undefined when nothing was counted.
 *
 * LangChain's own count (`usage_metadata` of the message) comes first; what the provider reported completes it, and stands
 * in for it together with the older `tokenUsage`.
 */
export function usageDetails(counted: unknown, reported: unknown, older: unknown): Record<string, number> | undefined {
  const raw = fieldsOf(reported);
  const [own, old] = [fieldsOf(counted), fieldsOf(older)];
  const input = firstCount(own.input_tokens, raw.prompt_tokens, raw.input_tokens, old.promptTokens);
  const output = firstCount(own.output_tokens, raw.completion_tokens, raw.output_tokens, old.completionTokens);
  const total = firstCount(own.total_tokens, raw.total_tokens, old.totalTokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  const inputDetails = counts(own.input_token_details);
  const written = countOf(cacheWrites(raw));
  if (written && inputDetails["cache_creation"] === undefined) inputDetails["cache_creation"] = written;
  const details: Record<string, number> = {};
  split(details, "input", input, inputDetails);
  split(details, "output", output, counts(own.output_token_details));
  if (total !== undefined) details.total = total;
  return details;
}

/** Tokens written to the cache, which LangChain does not take over from OpenAI. */
function cacheWrites(raw: Fields): unknown {
  return fieldsOf(raw.prompt_tokens_details ?? raw.input_tokens_details).cache_write_tokens;
}

function split(
  into: Record<string, number>,
  side: "input" | "output",
  count: number | undefined,
  details: Readonly<Record<string, number>>,
): void {
  let rest = count;
  for (const [name, part] of Object.entries(details)) {
    into[`${side}_${name}`] = part;
    if (rest !== undefined) rest = Math.max(0, rest - part);
  }
  if (rest !== undefined) into[side] = rest;
}

/** Counts of zero say nothing and are left out. */
function counts(details: unknown): Record<string, number> {
  const found: Record<string, number> = {};
  if (!isFields(details)) return found;
  for (const [name, value] of Object.entries(details)) {
    const count = countOf(value);
    if (count !== undefined && count > 0) found[name] = count;
  }
  return found;
}

function firstCount(...values: unknown[]): number | undefined {
  return values.map(countOf).find((count) => count !== undefined);
}
