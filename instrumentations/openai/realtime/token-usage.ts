import { fieldsOf, tokenCounts, type TokenUsage } from "@svc/core/internal";
import { readUsage } from "../endpoints/token-usage.ts";

type Counts = TokenUsage["inputDetails"];

/** Parts of the input that a cache holds too. */
const KINDS = ["audio_tokens", "image_tokens"] as const;

/**
 * Reads the usage of a realtime response; undefined when it holds no count. Cached tokens are text, sound or images as well: they
 * are taken out of the sound and the images here, so that each token counts once.
 */
export function readRealtimeUsage(usage: unknown): TokenUsage | undefined {
  const read = readUsage(usage);
  const { cached_tokens_details: cached } = fieldsOf(fieldsOf(usage).input_token_details);
  return read && { ...read, inputDetails: without(read.inputDetails, tokenCounts(cached)) };
}

function without(counts: Counts, cached: Counts): Counts {
  const fresh: Record<string, number> = { ...counts };
  for (const kind of KINDS) {
    const rest = (counts[kind] ?? 0) - (cached[kind] ?? 0);
    if (rest > 0) fresh[kind] = rest;
    else delete fresh[kind];
  }
  return fresh;
}
