import { countOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { onlyOrAll, ownData, type Answer } from "@svc/instrumentation";
import { withVectorLengths } from "./vectors.ts";

/** Maximum number of hits whose ids and scores are recorded beside the output. */
const MAX_LISTED = 100;

export interface HitFields {
  readonly id: string;
  /** Field of the rank, and its place where it is not in the hit itself. A distance is no score: the name is recorded. */
  readonly rank: readonly string[];
  readonly vectors: readonly string[];
}

/**
 * Returns the answer of a search that found these lists of hits, one for each query. Beside the output, which is content, the
 * metadata has the number of hits, and the ids and the ranks of the first ones.
 */
export function answerOf(lists: readonly (readonly unknown[])[], fields: HitFields, metadata: Fields = {}): Answer {
  const found = lists.flat();
  const listed = found.slice(0, MAX_LISTED);
  const ids = listed.map((hit) => idOf(ownData(hit, fields.id)));
  const ranks = listed.map((hit) =>
    countable(fields.rank.reduce((holder: unknown, name) => ownData(holder, name), hit)),
  );
  return {
    output: onlyOrAll(lists.map((list) => list.map((hit) => withVectorLengths(hit, fields.vectors)))) ?? [],
    metadata: {
      count: found.length,
      ids: ids.length > 0 ? ids : undefined,
      [`${fields.rank.at(-1)!.replace("_", "")}s`]: ranks.some((rank) => rank !== undefined) ? ranks : undefined,
      ...metadata,
    },
  };
}

/** Returns the list in a field of an answer. */
export function listAt(data: unknown, ...names: readonly string[]): readonly unknown[] {
  return listOf(names.reduce(ownData, data));
}

/** Returns the counts in an object of an answer, such as those that are billed. */
export function countsIn(usage: unknown): Fields {
  if (!isFields(usage)) return {};
  const counts = Object.keys(usage).map((name): [string, number | undefined] => [name, countOf(ownData(usage, name))]);
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}

function idOf(id: unknown): unknown {
  return textOf(id) ?? countable(id) ?? null;
}

function countable(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
