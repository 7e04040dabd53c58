import type { TraceTree, TreeNode } from "./trace-tree.ts";

/**
 * Returns the nodes that the end of the trace waited for: going back from the end, each time what ended last before the next of
 * them began. A faster one of them would have made the trace faster.
 */
export function criticalPath({ nodes, end }: TraceTree): ReadonlySet<TreeNode> {
  const path = new Set<TreeNode>();
  const tops = nodes.filter(({ parent }) => parent === undefined);
  const waiting: Array<readonly [siblings: readonly TreeNode[], until: number]> = [[tops, end]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [siblings, parentEnd] = next;
    // A child may go on after its parent: the parent did not wait for the rest of it.
    const endOf = (node: TreeNode): number => Math.min(node.end, parentEnd);
    let until = parentEnd;
    for (const node of siblings.toSorted((one, other) => endOf(other) - endOf(one))) {
      if (endOf(node) > until || node.start > until) continue;
      path.add(node);
      waiting.push([node.children, endOf(node)]);
      until = node.start;
    }
  }
  return path;
}
