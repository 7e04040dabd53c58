import type { StoredObservation } from "../server/local-service.ts";

/** Observations whose children run in parallel, and so have no order. */
const PARALLEL = new Set(["RunnableMap", "three at once"]);

/**
 * Returns the trace below a root as text: one line per observation, indented below its parent, in the order they started. The
 * service's times have milliseconds; observations with equal times are put in the order of `expected`.
 */
export function treeOf(observations: readonly StoredObservation[], root: string, expected: string): string {
  const start = observations.find(({ name, parentObservationId }) => name === root && parentObservationId === null);
  if (start === undefined) throw new Error(`There is no trace ${root}`);
  return blocksBelow(start, observations, [blocksOf(expected)]).join("\n");
}

/** Returns the only observation of this name in a trace, or the one at `index` of several in the order they started. */
export function observationNamed(
  observations: readonly StoredObservation[],
  root: string,
  name: string,
  index = 0,
): StoredObservation {
  const { traceId } = observations.find((observation) => observation.name === root) ?? {};
  const found = observations.filter((observation) => observation.traceId === traceId && observation.name === name);
  const observation = found.toSorted(byTime)[index];
  if (observation === undefined) throw new Error(`${root} has ${found.length} observations named ${name}`);
  return observation;
}

/** Returns the blocks of an observation's children; `expected` holds the possible blocks of each place. */
function blocksBelow(
  parent: StoredObservation,
  all: readonly StoredObservation[],
  expected: readonly (readonly string[])[],
): string[] {
  const children = all
    .filter(({ parentObservationId }) => parentObservationId === parent.id)
    .map((observation) => {
      const line = lineOf(observation);
      const same = expected.flat().filter((block) => block === line || block.startsWith(`${line}\n`));
      const below = blocksBelow(observation, all, same.map(childrenOf));
      return { observation, block: [line, ...below.map((text) => text.replaceAll(/^/gm, "  "))].join("\n") };
    });
  const order = expected.find((blocks) => children.every(({ block }) => blocks.includes(block))) ?? [];
  const isUnordered = PARALLEL.has(parent.name);
  return children
    .toSorted((a, b) => {
      const byPlace = order.indexOf(a.block) - order.indexOf(b.block);
      // LangGraph runs its hidden observations in parallel.
      const isSideBySide = isUnordered || (a.observation.level === "DEBUG" && b.observation.level === "DEBUG");
      return isSideBySide ? byPlace : a.observation.startTime.localeCompare(b.observation.startTime) || byPlace;
    })
    .map(({ block }) => block);
}

/** Splits a tree's text into its outermost observations, each with its descendants. */
function blocksOf(text: string): string[] {
  return text.split(/\n(?! )/).filter((block) => block !== "");
}

function childrenOf(block: string): string[] {
  const [, ...lines] = block.split("\n");
  return blocksOf(lines.map((line) => line.slice(2)).join("\n"));
}

function lineOf({ type, name, level, usageDetails }: StoredObservation): string {
  const usage = Object.entries(usageDetails).toSorted(([a], [b]) => a.localeCompare(b));
  return [
    type.toLowerCase(),
    name,
    ...(level === "DEFAULT" ? [] : [level]),
    ...usage.map(([kind, count]) => `${kind}=${count}`),
  ].join(" ");
}

/**
 * Compares two observations by time. Times have milliseconds: of two with the same start, the one that ended first comes first.
 */
function byTime(a: StoredObservation, b: StoredObservation): number {
  return a.startTime.localeCompare(b.startTime) || a.endTime.localeCompare(b.endTime);
}
