import type { TreeNode } from "./trace-tree.ts";

/** Marks of the rows of a tree. */
export interface TreeMarks {
  /** Nodes that a search finds. */
  readonly found: ReadonlySet<TreeNode>;
  /** Critical path, while it is marked. */
  readonly critical: ReadonlySet<TreeNode> | undefined;
  /** Outcomes by the ids of observations, such as `interrupted`. */
  readonly outcomes: ReadonlyMap<string, string>;
}
