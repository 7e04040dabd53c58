import type { TraceTree, TreeNode } from "./trace-tree.ts";

/**
 * Returns the nodes that a text finds by name, type, model, level, status or outcome; without a text, those that failed or were
 * interrupted.
 */
export function findNodes(
  { nodes }: TraceTree,
  text: string,
  outcomes: ReadonlyMap<string, string>,
): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "")
    return nodes.filter(({ observation: { id, level } }) => level === "ERROR" || outcomes.get(id) === "interrupted");
  return nodes.filter(({ observation: { id, name, type, providedModelName, level, statusMessage } }) =>
    [name, type, providedModelName, level, statusMessage, outcomes.get(id)].some((field) =>
      field?.toLowerCase().includes(wanted),
    ),
  );
}

/** Returns the found node that follows or precedes another in the tree, around its ends; undefined without any. */
export function nextFound(
  { nodes }: TraceTree,
  found: readonly TreeNode[],
  from: TreeNode | undefined,
  step: 1 | -1,
): TreeNode | undefined {
  const place = from === undefined ? -1 : nodes.indexOf(from);
  const places = new Map(nodes.map((node, index) => [node, index]));
  const placeOf = (node: TreeNode): number => places.get(node) ?? 0;
  return step === 1
    ? (found.find((node) => placeOf(node) > place) ?? found[0])
    : (found.findLast((node) => placeOf(node) < place) ?? found.at(-1));
}
