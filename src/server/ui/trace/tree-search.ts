import type { TraceTree, TreeNode } from "./trace-tree.ts";

/** Returns the nodes that a text finds by name, type, model, level or status; without a text, the failed ones. */
export function findNodes({ nodes }: TraceTree, text: string): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return nodes.filter(({ observation }) => observation.level === "ERROR");
  return nodes.filter(({ observation: { name, type, providedModelName, level, statusMessage } }) =>
    [name, type, providedModelName, level, statusMessage].some((field) => field?.toLowerCase().includes(wanted)),
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
