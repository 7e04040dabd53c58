import { countOf, isFields, tokenCounts, type TokenUsage } from "@svc/core/internal";

/**
 * Reads the usage of a realtime response; undefined when it holds no count. Cached tokens are text, sound or images as well: they
 * are taken out of the sound and the images here, so that each token counts once. Text is the remainder.
 */
export function readRealtimeUsage(usage: unknown): TokenUsage | undefined {
  if (!isFields(usage)) return undefined;
  const input = countOf(usage.input_tokens);
  const output = countOf(usage.output_tokens);
  const total = countOf(usage.total_tokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  return {
    input,
    output,
    total,
    inputDetails: withoutText(inputCounts(usage.input_token_details)),
    outputDetails: withoutText(tokenCounts(usage.output_token_details)),
  };
}

function inputCounts(details: unknown): Record<string, number> {
  const counts = tokenCounts(details);
  const cached = tokenCounts(isFields(details) ? details.cached_tokens_details : undefined);
  for (const kind of ["audio_tokens", "image_tokens"]) {
    const rest = (counts[kind] ?? 0) - (cached[kind] ?? 0);
    if (rest > 0) counts[kind] = rest;
    else delete counts[kind];
  }
  return counts;
}

function withoutText({ text_tokens: _rest, ...counts }: Record<string, number>): Record<string, number> {
  return counts;
}
