import type { StoredObservation } from "./local-service.ts";

/** Returns the trees of observations as lines: type, name, level and message, in their order, each level two spaces deeper. */
export function observationLines(
  recorded: readonly StoredObservation[],
  parent: string | null = null,
  depth = 0,
): string[] {
  const lines: string[] = [];
  for (const { id, parentObservationId, type, name, level, statusMessage } of recorded) {
    if (parentObservationId !== parent) continue;
    const words = [type.toLowerCase(), name, level === "DEFAULT" ? "" : level, statusMessage ?? ""];
    lines.push("  ".repeat(depth) + words.filter((word) => word !== "").join(" "));
    lines.push(...observationLines(recorded, id, depth + 1));
  }
  return lines;
}
