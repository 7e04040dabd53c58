import type { ObservationV2 } from "@svc/core/api";

/** Observation in the tree of its trace. */
export interface TreeNode {
  readonly observation: ObservationV2;
  /** Levels above it, 0 at the top. */
  readonly depth: number;
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** Time of the first token, in milliseconds since 1970. */
  readonly firstToken: number | undefined;
}

export interface TraceTree {
  /** All nodes in reading order: each is followed by its children, the earliest first. */
  readonly nodes: readonly TreeNode[];
  readonly byId: ReadonlyMap<string, TreeNode>;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the tree of a trace. An observation whose parent is missing stands at the top. So does one of a circle of parents,
 * which a faulty sender can make.
 */
export function treeOf(observations: readonly ObservationV2[]): TraceTree {
  const oldestFirst = observations.toSorted(byStart);
  const ids = new Set(oldestFirst.map(({ id }) => id));
  const below = Map.groupBy(oldestFirst, ({ parentObservationId }) => parentObservationId);
  const tops = oldestFirst.filter(({ parentObservationId }) => !ids.has(parentObservationId ?? ""));
  const nodes: TreeNode[] = [];
  const byId = new Map<string, TreeNode>();
  // An observation that no top reaches is in a circle.
  for (const top of [...tops, ...oldestFirst]) {
    const waiting: Array<[ObservationV2, TreeNode | undefined]> = [[top, undefined]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [observation, parent] = next;
      if (byId.has(observation.id)) continue;
      const node = nodeOf(observation, parent);
      parent?.children.push(node);
      nodes.push(node);
      byId.set(observation.id, node);
      // The last one in is the first one out.
      for (const child of (below.get(observation.id) ?? []).toReversed()) waiting.push([child, node]);
    }
  }
  let [start, end] = [Infinity, -Infinity];
  for (const node of nodes) [start, end] = [Math.min(start, node.start), Math.max(end, node.end)];
  return { nodes, byId, start, end };
}

function nodeOf(observation: ObservationV2, parent: TreeNode | undefined): TreeNode {
  const { startTime, endTime, completionStartTime } = observation;
  const start = Date.parse(startTime);
  return {
    observation,
    depth: parent === undefined ? 0 : parent.depth + 1,
    parent,
    children: [],
    start,
    end: endTime === null ? start : Date.parse(endTime),
    firstToken: completionStartTime == null ? undefined : Date.parse(completionStartTime),
  };
}

function byStart(one: ObservationV2, other: ObservationV2): number {
  if (one.startTime !== other.startTime) return one.startTime < other.startTime ? -1 : 1;
  // Of two that start together, the longer one is the outer one.
  return (other.endTime ?? "").localeCompare(one.endTime ?? "");
}
