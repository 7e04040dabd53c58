import { countOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";

type Counts = Readonly<Record<string, number>>;

/** Counts by modality in the usage of a generated content, a live session or an interaction, and the metadata that they are recorded as. */
const MODALITIES = [
  { field: "promptTokensDetails", metadata: "input_tokens_by_modality" },
  { field: "input_tokens_by_modality", metadata: "input_tokens_by_modality" },
  { field: "candidatesTokensDetails", metadata: "output_tokens_by_modality" },
  { field: "responseTokensDetails", metadata: "output_tokens_by_modality" },
  { field: "output_tokens_by_modality", metadata: "output_tokens_by_modality" },
] as const;

/** Returns the counts of each side by modality, as metadata, where a side is more than text. */
export function modalities(usage: Fields | undefined): Record<string, Counts> {
  const found: Record<string, Counts> = {};
  for (const { field, metadata } of MODALITIES) {
    const counts = byModality(usage?.[field]);
    for (const modality in counts) if (modality !== "TEXT") found[metadata] = counts;
  }
  return found;
}

function byModality(details: unknown): Counts {
  const counts: Record<string, number> = {};
  for (const detail of listOf(details)) {
    if (!isFields(detail)) continue;
    const modality = textOf(detail.modality)?.toUpperCase();
    const count = countOf(detail.tokenCount ?? detail.tokens);
    if (modality !== undefined && count !== undefined) counts[modality] = (counts[modality] ?? 0) + count;
  }
  return counts;
}
