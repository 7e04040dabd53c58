import type { StoredObservation } from "./local-service.ts";

/**
 * Returns the trees of observations as lines: type, name, level and message, in their order, each level two spaces deeper. An
 * observation whose parent is not among them begins a tree.
 */
export function observationLines(recorded: readonly StoredObservation[]): string[] {
  const ids = new Set(recorded.map(({ id }) => id));
  return linesBelow(recorded, ({ parentObservationId: parent }) => parent === null || !ids.has(parent), "");
}

function linesBelow(
  recorded: readonly StoredObservation[],
  isNext: (observation: StoredObservation) => boolean,
  indent: string,
): string[] {
  const lines: string[] = [];
  for (const observation of recorded.filter(isNext)) {
    const { id, type, name, level, statusMessage } = observation;
    const words = [type.toLowerCase(), name, level === "DEFAULT" ? "" : level, statusMessage ?? ""];
    lines.push(indent + words.filter((word) => word !== "").join(" "));
    lines.push(...linesBelow(recorded, ({ parentObservationId }) => parentObservationId === id, `${indent}  `));
  }
  return lines;
}
