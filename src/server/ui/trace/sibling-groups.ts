import type { TraceTree, TreeNode } from "./trace-tree.ts";

/** Siblings of one type and name that follow each other, as one row of the tree: that of the first of them. */
export interface SiblingGroup {
  readonly members: readonly TreeNode[];
  /** Milliseconds of all members together. */
  readonly duration: number;
  /** Milliseconds since 1970. */
  readonly end: number;
  readonly failed: number;
}

/** Groups of a tree, by each of their members. */
export type SiblingGroups = ReadonlyMap<TreeNode, SiblingGroup>;

/** Fewest siblings that make a group. */
const FEWEST = 6;

/** Returns the groups of repeated siblings in a tree. */
export function siblingGroups({ nodes }: TraceTree): SiblingGroups {
  const groups = new Map<TreeNode, SiblingGroup>();
  const tops = nodes.filter(({ parent }) => parent === undefined);
  for (const siblings of [tops, ...nodes.map(({ children }) => children)]) {
    if (siblings.length < FEWEST) continue;
    for (const members of runsOf(siblings)) {
      if (members.length < FEWEST) continue;
      const group = groupOf(members);
      for (const member of members) groups.set(member, group);
    }
  }
  return groups;
}

/** Returns true for the member whose row stands for the group. */
export function isHead(group: SiblingGroup | undefined, node: TreeNode): group is SiblingGroup {
  return group?.members[0] === node;
}

function runsOf(siblings: readonly TreeNode[]): TreeNode[][] {
  const runs: TreeNode[][] = [];
  for (const node of siblings) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && isAlike(run[0], node)) run.push(node);
    else runs.push([node]);
  }
  return runs;
}

function isAlike({ observation: one }: TreeNode, { observation: other }: TreeNode): boolean {
  return one.type === other.type && one.name === other.name;
}

function groupOf(members: readonly TreeNode[]): SiblingGroup {
  let [duration, end, failed] = [0, -Infinity, 0];
  for (const node of members) {
    duration += node.end - node.start;
    end = Math.max(end, node.end);
    if (node.observation.level === "ERROR") failed += 1;
  }
  return { members, duration, end, failed };
}
