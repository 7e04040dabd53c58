import { countOf, isFields, readUsage, type Fields, type TokenUsage } from "@svc/core/internal";

/** Reads the usage of an answer. All tokens are those of the input. */
export function usageOf(usage: unknown): TokenUsage | undefined {
  const input = isFields(usage) ? countOf(usage.totalTokens) : undefined;
  return readUsage({ input_tokens: input });
}

/** Returns what else an answer about texts and images counts, as metadata. The package gives these counts the names of the API. */
export function usageMetadata(usage: unknown): Fields {
  if (!isFields(usage)) return {};
  return { text_tokens: countOf(usage.text_tokens), image_pixels: countOf(usage.image_pixels) };
}
