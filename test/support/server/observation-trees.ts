import type { StoredObservation } from "./local-service.ts";

/** Observation in a tree: what describes it, with those below. */
export type Tree = readonly [what: string, ...below: Tree[]];

/**
 * Returns the trees that these observations make. The parent of a root may be a span that is not sent. By default an observation is
 * described by its type and name and by what is particular about it: level, message, usage.
 */
export function treesOf(
  observations: readonly StoredObservation[],
  describe: (observation: StoredObservation) => string = described,
): Tree[] {
  const ids = new Set(observations.map(({ id }) => id));
  const isRoot = ({ parentObservationId: parent }: StoredObservation): boolean => parent === null || !ids.has(parent);
  const below = Map.groupBy(observations, ({ parentObservationId }) => parentObservationId);
  const treeOf = (observation: StoredObservation): Tree => [
    describe(observation),
    ...(below.get(observation.id) ?? []).map(treeOf),
  ];
  return observations.filter(isRoot).map(treeOf);
}

/** Returns trees in an order of their own: observations that start in the same millisecond come in any order. */
export function byName(some: readonly Tree[]): Tree[] {
  const ordered = some.map(([what, ...below]): Tree => [what, ...byName(below)]);
  return ordered.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

/** Returns one tree several times. */
export function times(count: number, ...trees: readonly Tree[]): Tree[] {
  return Array.from({ length: count }, () => trees).flat();
}

/** Describes an observation by its type and its name alone. */
export function typeAndName({ type, name }: StoredObservation): string {
  return `${type.toLowerCase()} ${name}`;
}

function described(observation: StoredObservation): string {
  const { level, statusMessage, usageDetails } = observation;
  const { total: _total, ...parts } = usageDetails;
  const counts = Object.values(parts).filter((count) => count > 0);
  // Below the first line of a message, libraries add advice.
  const message = statusMessage?.split("\n")[0] ?? "";
  const words = [typeAndName(observation), level === "DEFAULT" ? "" : level, message, counts.join("+")];
  return words.filter((word) => word !== "").join(" ");
}
