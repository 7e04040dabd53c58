import { countOf, fieldsOf, isFields, readUsage, type Fields, type TokenUsage } from "@svc/core/internal";

/**
 * Reads the `usage` of an answer; undefined when it holds no count. The SDK does not know the fields with the details: it keeps the API's
 * names, in version 1 apart.
 */
export function usageOf(usage: unknown): TokenUsage | undefined {
  return isFields(usage) ? readUsage({ ...usage, ...fieldsOf(usage.additionalProperties) }) : undefined;
}

/** Returns the facts of a usage that are no counts of tokens, as metadata. */
export function usageMetadata(usage: unknown): Fields {
  if (!isFields(usage)) return {};
  return {
    prompt_audio_seconds: countOf(usage.promptAudioSeconds),
    service_tier: usage.serviceTier ?? undefined,
    connectors: usage.connectors ?? undefined,
  };
}
