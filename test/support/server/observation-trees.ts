import type { StoredObservation } from "./local-service.ts";

/** Observation in a tree: type, name and what is particular about it, with those below. */
export type Tree = readonly [what: string, ...below: Tree[]];

/** Returns the trees that these observations make. The parent of a root may be a span that is not sent. */
export function treesOf(observations: readonly StoredObservation[]): Tree[] {
  const ids = new Set(observations.map(({ id }) => id));
  const isRoot = ({ parentObservationId: parent }: StoredObservation): boolean => parent === null || !ids.has(parent);
  const treeOf = (observation: StoredObservation): Tree => [
    described(observation),
    ...observations.filter(({ parentObservationId }) => parentObservationId === observation.id).map(treeOf),
  ];
  return observations.filter(isRoot).map(treeOf);
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
