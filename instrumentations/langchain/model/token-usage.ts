import { fieldsOf, readUsage, sumOfSide, type Fields, type UsageDetails } from "@svc/core/internal";

/**
 * Returns the usage as the service keeps it; undefined without any count.
 *
 * LangChain's own count (`usage_metadata` of the message) takes precedence. Tokens that are in its total alone are thoughts: its packages for
 * Gemini leave those out of the output. The provider's report has more kinds, and is used where its sums
 * are the same. Without LangChain's count, the provider's report and the older `tokenUsage` take its place.
 */
export function usageOf(counted: unknown, reported: unknown, older: unknown): UsageDetails | undefined {
  const own = readUsage(counted)?.kinds;
  const { total_tokens: total, ...others } = fieldsOf(reported);
  const raw = readUsage(isAdded(others) ? others : { ...others, total_tokens: total })?.kinds;
  if (own === undefined) return raw ?? readUsage(older)?.kinds;
  return raw !== undefined && isSame(own, raw) ? raw : withThoughts(own);
}

function withThoughts(own: UsageDetails): UsageDetails {
  const [input, output] = [sumOfSide(own, "input"), sumOfSide(own, "output")];
  if (input === undefined || output === undefined) return own;
  const left = (own["total"] ?? 0) - input - output;
  if (left <= 0) return own;
  return { ...own, output_reasoning_tokens: (own["output_reasoning_tokens"] ?? 0) + left };
}

function isSame(own: UsageDetails, raw: UsageDetails): boolean {
  return sumOfSide(own, "input") === sumOfSide(raw, "input") && sumOfSide(own, "output") === sumOfSide(raw, "output");
}

/**
 * Returns the report of a provider in the metadata of a message. LangChain adds up the reports of the chunks of a stream. Groq reports the
 * tokens twice, and with every chunk where it is asked to: the report of its last chunk is there whole, under a name of Groq's. That of a
 * stream of Bedrock is in the metadata of its last event.
 */
export function reportedUsage(said: Fields): unknown {
  return fieldsOf(said.x_groq).usage ?? said.usage ?? fieldsOf(said.metadata).usage;
}

/** Returns the tokens that Cohere bills; undefined for other providers. LangChain counts those of Cohere's template as well. */
export function billedUsage({ meta }: Fields): UsageDetails | undefined {
  return readUsage({ billedUnits: fieldsOf(meta).billedUnits })?.kinds;
}

/**
 * Returns true for a report that LangChain has put together of two, by adding their totals: Groq reports the tokens of a stream twice, of
 * which LangChain renames one.
 */
function isAdded({ prompt_tokens: prompt, input_tokens: input }: Fields): boolean {
  return prompt !== undefined && input !== undefined;
}
