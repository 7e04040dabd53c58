import { countOf, isFields, tokenCounts, type Fields, type TokenUsage } from "@svc/core/internal";

/**
 * Reads the `usage` of an answer; undefined when it holds no count. The tokens of the prompt include those from a cache. The
 * tokens that connectors brought, such as results of a search, are counted apart and are input too.
 */
export function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isFields(usage)) return undefined;
  const [prompt, connectors] = [countOf(usage.promptTokens), countOf(usage.connectorTokens)];
  const output = countOf(usage.completionTokens);
  const total = countOf(usage.totalTokens);
  if (prompt === undefined && output === undefined && total === undefined) return undefined;
  return {
    input: prompt === undefined && connectors === undefined ? undefined : (prompt ?? 0) + (connectors ?? 0),
    output,
    total,
    inputDetails: { ...detailsOf(usage, "prompt"), ...(connectors && { connector_tokens: connectors }) },
    outputDetails: detailsOf(usage, "completion"),
  };
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

/** Returns the counts of a side's parts. The SDK does not know the field: it keeps the API's name, in version 1 apart. */
function detailsOf(usage: Fields, side: "prompt" | "completion"): Record<string, number> {
  const others = isFields(usage.additionalProperties) ? usage.additionalProperties : {};
  for (const name of [`${side}_tokens_details`, `${side}TokensDetails`]) {
    const details = usage[name] ?? others[name];
    if (isFields(details)) return tokenCounts(details);
  }
  return {};
}
