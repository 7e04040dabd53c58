import type { StoredObservation } from "./local-service.ts";

/** Observation in a tree: type, name and what is particular about it, with those below. */
export type Tree = readonly [what: string, ...below: Tree[]];

/** Returns the observations below a parent as trees, in the order of their starts; by default all traces. */
export function treesOf(recorded: readonly StoredObservation[], parent: string | null = null): Tree[] {
  const found: Tree[] = [];
  for (const each of recorded) {
    if (each.parentObservationId === parent) found.push([described(each), ...treesOf(recorded, each.id)]);
  }
  return found;
}

/** Returns trees in an order of their own: observations that start in the same millisecond come in any order. */
export function byName(some: readonly Tree[]): Tree[] {
  const ordered = some.map(([what, ...below]): Tree => [what, ...byName(below)]);
  return ordered.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

function described({ type, name, level, statusMessage, usageDetails }: StoredObservation): string {
  const { total: _total, ...parts } = usageDetails;
  const counts = Object.values(parts).filter((count) => count > 0);
  const words = [type.toLowerCase(), name, level === "DEFAULT" ? "" : level, statusMessage ?? "", counts.join("+")];
  return words.filter((word) => word !== "").join(" ");
}
