import { countOf, fieldsOf, usageDetails } from "@svc/core/internal";

/** Returns the usage of a model call as the service keeps it; undefined without any count. Details are parts of the whole. */
export function usageOf(reported: unknown): Record<string, number> | undefined {
  const usage = fieldsOf(reported);
  const input = countOf(usage.inputTokens);
  const output = countOf(usage.outputTokens);
  if (input === undefined && output === undefined) return undefined;
  const read = fieldsOf(usage.inputDetails);
  const written = fieldsOf(usage.outputDetails);
  return usageDetails({
    input,
    output,
    inputDetails: given({ cache_read: read.cacheRead, cache_creation: read.cacheWrite, audio_tokens: read.audio }),
    outputDetails: given({ reasoning: written.reasoning, audio_tokens: written.audio }),
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
