import { useMemo, useState } from "react";
import { type SiblingGroup, type SiblingGroups, isHead, siblingGroups } from "./sibling-groups.ts";
import type { TraceTree, TreeNode } from "./trace-tree.ts";

/** Rows of a tree, as they are open and closed. A group of siblings is closed at first, everything else is open. */
export interface OpenRows {
  /** Nodes whose rows can be seen, in their order. */
  readonly shown: readonly TreeNode[];
  /** Returns the closed group for which the row of a node stands. */
  readonly groupAt: (node: TreeNode) => SiblingGroup | undefined;
  readonly isClosed: (node: TreeNode) => boolean;
  /** Returns true for a row that has something to open or close. */
  readonly canOpen: (node: TreeNode) => boolean;
  /** Returns true for a row of which something is open. */
  readonly canClose: (node: TreeNode) => boolean;
  readonly open: (node: TreeNode) => void;
  /** Closes what is below a node or, when that is closed, its group. */
  readonly close: (node: TreeNode) => void;
  /** Opens or closes the group of a node, or what is below it. */
  readonly toggle: (node: TreeNode) => void;
  /** Opens what hides a node. */
  readonly reveal: (node: TreeNode) => void;
}

/** Ids of nodes that are closed, and of the first members of groups that are open. */
interface Choice {
  readonly closed: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
}

export function useOpenRows(tree: TraceTree): OpenRows {
  const [choice, setChoice] = useState<Choice>({ closed: new Set(), opened: new Set() });
  const groups = useMemo(() => siblingGroups(tree), [tree]);
  return useMemo(() => {
    const { closed, opened } = choice;
    const isMain = (node: TreeNode): boolean => isHead(groups.get(node), node);
    const isOwnOpen = (node: TreeNode): boolean => node.children.length > 0 && !closed.has(idOf(node));
    const groupAt = (node: TreeNode): SiblingGroup | undefined =>
      isMain(node) && !opened.has(idOf(node)) ? groups.get(node) : undefined;
    const setOwn = (node: TreeNode, isClosed: boolean): void =>
      setChoice((before) => ({ ...before, closed: withMember(before.closed, idOf(node), isClosed) }));
    const setGroup = (node: TreeNode, isOpen: boolean): void =>
      setChoice((before) => ({ ...before, opened: withMember(before.opened, idOf(node), isOpen) }));
    return {
      shown: shownNodes(tree, groups, choice),
      groupAt,
      isClosed: (node) => groupAt(node) !== undefined || closed.has(idOf(node)),
      canOpen: (node) => node.children.length > 0 || isMain(node),
      canClose: (node) => groupAt(node) === undefined && (isOwnOpen(node) || isMain(node)),
      open: (node) => (groupAt(node) === undefined ? setOwn(node, false) : setGroup(node, true)),
      close: (node) => (isOwnOpen(node) ? setOwn(node, true) : setGroup(node, false)),
      toggle: (node) => (isMain(node) ? setGroup(node, !opened.has(idOf(node))) : setOwn(node, isOwnOpen(node))),
      reveal: (node) => {
        if (isHidden(node, groups, choice)) setChoice((before) => revealed(node, groups, before));
      },
    };
  }, [tree, groups, choice]);
}

function shownNodes({ nodes }: TraceTree, groups: SiblingGroups, { closed, opened }: Choice): readonly TreeNode[] {
  if (closed.size === 0 && groups.size === 0) return nodes;
  let hiddenBelow = Infinity;
  return nodes.filter((node) => {
    if (node.depth > hiddenBelow) return false;
    hiddenBelow = Infinity;
    const group = groups.get(node);
    const isGrouped = group !== undefined && !opened.has(headId(group));
    if (isGrouped || closed.has(idOf(node))) hiddenBelow = node.depth;
    return !isGrouped || isHead(group, node);
  });
}

function isHidden(node: TreeNode, groups: SiblingGroups, { closed, opened }: Choice): boolean {
  const isGrouped = (member: TreeNode): boolean => {
    const group = groups.get(member);
    return group !== undefined && !opened.has(headId(group));
  };
  if (isGrouped(node) && !isHead(groups.get(node), node)) return true;
  for (let { parent } = node; parent !== undefined; { parent } = parent) {
    if (closed.has(idOf(parent)) || isGrouped(parent)) return true;
  }
  return false;
}

function revealed(node: TreeNode, groups: SiblingGroups, { closed, opened }: Choice): Choice {
  const [stillClosed, nowOpened] = [new Set(closed), new Set(opened)];
  const open = (member: TreeNode): void => {
    const group = groups.get(member);
    if (group !== undefined) nowOpened.add(headId(group));
  };
  if (!isHead(groups.get(node), node)) open(node);
  for (let { parent } = node; parent !== undefined; { parent } = parent) {
    stillClosed.delete(idOf(parent));
    open(parent);
  }
  return { closed: stillClosed, opened: nowOpened };
}

function withMember(ids: ReadonlySet<string>, id: string, isMember: boolean): ReadonlySet<string> {
  const after = new Set(ids);
  if (isMember) after.add(id);
  else after.delete(id);
  return after;
}

function idOf({ observation }: TreeNode): string {
  return observation.id;
}

function headId({ members }: SiblingGroup): string {
  return members[0] === undefined ? "" : idOf(members[0]);
}
