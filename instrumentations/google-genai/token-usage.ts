import { countOf, isFields, listOf, textOf, tokenCounts, type Fields, type TokenUsage } from "@svc/core/internal";

type Counts = Readonly<Record<string, number>>;

/**
 * Reads the `usageMetadata` of an answer; undefined when it holds no count. The count of the prompt includes what came from a cache
 * and excludes the results of tools; that of the candidates excludes thoughts. Only audio has a price of its own beside text.
 */
export function readUsage(usage: Fields | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const input = sum(usage.promptTokenCount, usage.toolUsePromptTokenCount);
  // A live session names the counts of an answer in its own way.
  const output = sum(usage.candidatesTokenCount ?? usage.responseTokenCount, usage.thoughtsTokenCount);
  const total = countOf(usage.totalTokenCount);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  // Audio from a cache is counted with the cache.
  const heard = audioIn(usage.promptTokensDetails) - audioIn(usage.cacheTokensDetails);
  const spoken = audioIn(usage.candidatesTokensDetails ?? usage.responseTokensDetails);
  return {
    input,
    output,
    total,
    inputDetails: partsOf(usage.cachedContentTokenCount, "cached_tokens", heard),
    outputDetails: partsOf(usage.thoughtsTokenCount, "reasoning_tokens", spoken),
  };
}

function partsOf(part: unknown, name: string, audio: number): Counts {
  return part === undefined && audio === 0 ? {} : tokenCounts({ [name]: part, audio_tokens: audio });
}

function audioIn(details: unknown): number {
  return hasOnlyText(details) ? 0 : (byModality(details).AUDIO ?? 0);
}

/** Returns the `usage` of an interaction, which counts in the same way, under the names of `usageMetadata`. */
export function interactionUsage(usage: Fields): Fields {
  return {
    promptTokenCount: usage.total_input_tokens,
    toolUsePromptTokenCount: usage.total_tool_use_tokens,
    candidatesTokenCount: usage.total_output_tokens,
    thoughtsTokenCount: usage.total_thought_tokens,
    cachedContentTokenCount: usage.total_cached_tokens,
    totalTokenCount: usage.total_tokens,
    promptTokensDetails: modalityDetails(usage.input_tokens_by_modality),
    cacheTokensDetails: modalityDetails(usage.cached_tokens_by_modality),
    candidatesTokensDetails: modalityDetails(usage.output_tokens_by_modality),
  };
}

function modalityDetails(details: unknown): Fields[] {
  return listOf(details)
    .filter((detail) => isFields(detail))
    .map(({ modality, tokens }) => ({ modality: textOf(modality)?.toUpperCase(), tokenCount: tokens }));
}

/** Counts by modality in a usage, and the metadata that they are recorded as. */
const MODALITIES = [
  { field: "promptTokensDetails", metadata: "input_tokens_by_modality" },
  { field: "candidatesTokensDetails", metadata: "output_tokens_by_modality" },
  { field: "responseTokensDetails", metadata: "output_tokens_by_modality" },
] as const;

/** Returns the counts of each side by modality, as metadata, where a side is more than text. */
export function modalities(usage: Fields | undefined): Record<string, Counts> {
  const found: Record<string, Counts> = {};
  for (const { field, metadata } of MODALITIES) {
    if (hasOnlyText(usage?.[field])) continue;
    const counts = byModality(usage?.[field]);
    for (const modality in counts) if (modality !== "TEXT") found[metadata] = counts;
  }
  return found;
}

/** Returns true for the details of nearly every answer, which need not be counted. */
function hasOnlyText(details: unknown): boolean {
  if (!Array.isArray(details) || details.length === 0) return true;
  const only: unknown = details[0];
  return details.length === 1 && isFields(only) && only.modality === "TEXT";
}

function byModality(details: unknown): Counts {
  if (!Array.isArray(details) || details.length === 0) return {};
  const counts: Record<string, number> = {};
  for (const detail of details as unknown[]) {
    if (!isFields(detail)) continue;
    const modality = textOf(detail.modality);
    const count = countOf(detail.tokenCount);
    if (modality !== undefined && count !== undefined) counts[modality] = (counts[modality] ?? 0) + count;
  }
  return counts;
}

function sum(first: unknown, second: unknown): number | undefined {
  const a = countOf(first);
  const b = countOf(second);
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
