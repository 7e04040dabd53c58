import { countOf, isFields, readUsage, type Fields, type TokenUsage } from "@svc/core/internal";

/**
 * Reads the usage of an answer: the tokens that are billed, or those that were processed where none are billed. `usage` is the
 * `usage` of a chat, or the `meta` of any other answer.
 */
export function usageOf(usage: unknown): TokenUsage | undefined {
  if (!isFields(usage)) return undefined;
  const { billedUnits, tokens } = usage;
  return readUsage({ billedUnits }) ?? readUsage({ tokens });
}

/** Returns what else the answer counts, as metadata: the tokens processed, with the template around them, and other units. */
export function usageMetadata(usage: unknown): Fields {
  if (!isFields(usage)) return {};
  const billed = isFields(usage.billedUnits) ? usage.billedUnits : {};
  return {
    processed_input_tokens: inputOf(usage.tokens),
    processed_output_tokens: outputOf(usage.tokens),
    cached_tokens: countOf(usage.cachedTokens),
    search_units: countOf(billed.searchUnits),
    billed_images: countOf(billed.images),
  };
}

function inputOf(counts: unknown): number | undefined {
  return isFields(counts) ? countOf(counts.inputTokens) : undefined;
}

function outputOf(counts: unknown): number | undefined {
  return isFields(counts) ? countOf(counts.outputTokens) : undefined;
}
