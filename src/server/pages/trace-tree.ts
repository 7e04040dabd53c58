import type { ObservationWithContent } from "../observations/observation-record.ts";

/** Observation with its depth below the top of its trace, 0 at the top. */
export interface TreeRow {
  observation: ObservationWithContent;
  depth: number;
}

/**
 * Returns the observations of one trace in reading order: each is followed by its children, in the order given. An observation
 * whose parent is missing stands at the top. So does one of a cycle of parents, which a faulty sender can make.
 */
export function treeRows(observations: readonly ObservationWithContent[]): TreeRow[] {
  const ids = new Set(observations.map(({ id }) => id));
  const children = new Map<string, ObservationWithContent[]>();
  const tops: ObservationWithContent[] = [];
  for (const observation of observations) {
    const parent = observation.parentObservationId;
    if (parent === null || !ids.has(parent)) tops.push(observation);
    else siblings(children, parent).push(observation);
  }

  const rows: TreeRow[] = [];
  const placed = new Set<string>();
  // An observation that no top reaches is in a cycle.
  for (const top of [...tops, ...observations]) {
    const waiting: TreeRow[] = [{ observation: top, depth: 0 }];
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      const { observation, depth } = row;
      if (placed.has(observation.id)) continue;
      placed.add(observation.id);
      rows.push(row);
      const below = children.get(observation.id) ?? [];
      // Pushed in reverse, since the last one pushed is read first.
      for (let index = below.length - 1; index >= 0; index -= 1) {
        const child = below[index];
        if (child) waiting.push({ observation: child, depth: depth + 1 });
      }
    }
  }
  return rows;
}

function siblings(children: Map<string, ObservationWithContent[]>, parent: string): ObservationWithContent[] {
  const found = children.get(parent) ?? [];
  children.set(parent, found);
  return found;
}
