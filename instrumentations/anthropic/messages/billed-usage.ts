import { countOf, isFields, listOf, type Fields } from "@svc/core/internal";

/** Counts of a usage that a compaction has of its own. */
const COUNTS = ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"] as const;

/**
 * Returns the usage with the tokens of compactions. The API has the conversation made shorter by the same model, and states those
 * tokens in `iterations` only. Other iterations are included in the counts of the message, or belong to another model.
 */
export function billedUsage(usage: Fields): Fields {
  const compactions = listOf(usage.iterations)
    .filter((iteration) => isFields(iteration))
    .filter(({ type }) => type === "compaction");
  if (compactions.length === 0) return usage;
  return {
    ...usage,
    ...totals(COUNTS, [usage, ...compactions]),
    cache_creation: totals(
      ["ephemeral_1h_input_tokens"],
      [usage, ...compactions].map(({ cache_creation: creation }) => (isFields(creation) ? creation : {})),
    ),
  };
}

function totals(names: readonly string[], counts: readonly Fields[]): Record<string, number> {
  const total = (name: string): number => counts.reduce((sum, each) => sum + (countOf(each[name]) ?? 0), 0);
  return Object.fromEntries(names.map((name) => [name, total(name)]));
}
