import { type MemoExoticComponent, type ReactElement, memo } from "react";
import { countText, durationText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { TypeBadge } from "../components/type-badge.tsx";
import type { SiblingGroup } from "./sibling-groups.ts";
import { TimeBar } from "./time-bar.tsx";
import type { TraceTree, TreeNode } from "./trace-tree.ts";

interface TreeRowProps {
  node: TreeNode;
  tree: TraceTree;
  /** Closed group for which the row stands. */
  group: SiblingGroup | undefined;
  /** Way in which the call ended, when it neither finished nor failed. */
  outcome: string | undefined;
  isChosen: boolean;
  /** Missing for a row that has nothing to open. */
  isClosed?: boolean;
  isFound: boolean;
  /** Undefined while the critical path is not marked. */
  isCritical: boolean | undefined;
  /** Distance from the top of the tree, in pixels. */
  top: number;
  onChoose: (node: TreeNode) => void;
  onToggle: (node: TreeNode) => void;
}

/** Height of a row in pixels. */
export const ROW_HEIGHT = 30;

/** Deepest level with an indent of its own: a narrow window would have no room for the text. */
const DEEPEST_INDENT = 12;

/** Row of the tree: name and type, and the bar of its time. */
export const TreeRow: MemoExoticComponent<(props: TreeRowProps) => ReactElement> = memo(function TreeRow(
  props: TreeRowProps,
): ReactElement {
  const { node, tree, group, isChosen, isClosed, isCritical, top, onChoose, onToggle } = props;
  const { depth } = node;
  return (
    <div
      id={rowId(node)}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      {...(isClosed !== undefined && { "aria-expanded": !isClosed })}
      {...(isCritical && { "data-critical": true })}
      className={`absolute inset-x-0 top-0 grid h-[30px] cursor-pointer grid-cols-[3fr_2fr] items-center gap-3 px-2 ${
        isChosen ? "bg-chosen" : "hover:bg-hover"
      }`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onChoose(node)}
    >
      <div className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: Math.min(depth, DEEPEST_INDENT) * 14 }}>
        <span
          aria-hidden
          className="text-soft w-3 shrink-0 text-center"
          onClick={(event) => {
            event.stopPropagation();
            onToggle(node);
          }}
        >
          {isClosed !== undefined && (isClosed ? "▸" : "▾")}
        </span>
        <RowName {...props} />
      </div>
      <TimeBar node={node} tree={tree} group={group} isCritical={isCritical} />
    </div>
  );
});

function RowName({ node, group, outcome, isFound, isCritical }: TreeRowProps): ReactElement {
  const { type, name, level } = node.observation;
  const isFailed = level === "ERROR";
  const failedBelow = group?.failed ?? 0;
  return (
    <>
      <TypeBadge type={type} isTight />
      <span className={`flex min-w-0 ${isFailed ? "text-red" : ""} ${isFound ? "underline decoration-2" : ""}`}>
        <Text>{name || "unnamed"}</Text>
      </span>
      {group && (
        <span className="bg-canvas text-soft shrink-0 rounded px-1 text-xs tabular-nums">
          ×{countText(group.members.length)}
          <span className="hidden lg:inline"> in {durationText(group.duration)}</span>
        </span>
      )}
      {(isFailed || failedBelow > 0) && (
        <strong className="text-red shrink-0 text-xs">
          {failedBelow > 0 ? `${countText(failedBelow)} failed` : "failed"}
        </strong>
      )}
      {outcome !== undefined && <strong className="text-amber max-w-24 shrink-0 truncate text-xs">{outcome}</strong>}
      {isCritical && <span className="sr-only">on the critical path</span>}
    </>
  );
}

/** Returns the id of a row's element. */
export function rowId({ observation }: TreeNode): string {
  return `row-${observation.id}`;
}
