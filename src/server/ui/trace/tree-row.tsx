import { type CSSProperties, type MemoExoticComponent, type ReactElement, memo } from "react";
import { durationText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { TypeBadge } from "../components/type-badge.tsx";
import type { TraceTree, TreeNode } from "./trace-tree.ts";

interface TreeRowProps {
  node: TreeNode;
  tree: TraceTree;
  isChosen: boolean;
  isClosed: boolean;
  isFound: boolean;
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
  const { node, tree, isChosen, isClosed, isFound, top, onChoose, onToggle } = props;
  const { observation, depth, children } = node;
  const isFailed = observation.level === "ERROR";
  const look = isChosen ? "bg-chosen" : "hover:bg-hover";
  return (
    <div
      id={rowId(node)}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      {...(children.length > 0 && { "aria-expanded": !isClosed })}
      className={`absolute inset-x-0 top-0 grid h-[30px] cursor-pointer grid-cols-[3fr_2fr] items-center gap-3 px-2 ${look}`}
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
          {children.length > 0 && (isClosed ? "▸" : "▾")}
        </span>
        <TypeBadge type={observation.type} />
        <span className={`flex min-w-0 ${isFailed ? "text-red" : ""} ${isFound ? "underline decoration-2" : ""}`}>
          <Text>{observation.name || "unnamed"}</Text>
        </span>
        {isFailed && <strong className="text-red shrink-0 text-xs">failed</strong>}
      </div>
      <TimeBar node={node} tree={tree} />
    </div>
  );
});

/** Returns the id of a row's element. */
export function rowId({ observation }: TreeNode): string {
  return `row-${observation.id}`;
}

function TimeBar({ node, tree }: { node: TreeNode; tree: TraceTree }): ReactElement {
  const length = tree.end - tree.start;
  const percent = (milliseconds: number): number => (length === 0 ? 0 : (100 * milliseconds) / length);
  const left = Math.min(99, percent(node.start - tree.start));
  const width = length === 0 ? 100 : Math.max(0.5, percent(node.end - node.start));
  const colour = node.observation.level === "ERROR" ? "bg-red" : "bg-link";
  const style: CSSProperties = { left: `${left}%`, width: `${Math.min(width, 100 - left)}%` };
  return (
    <div className="flex items-center gap-2">
      <div className="bg-canvas relative h-3 min-w-0 flex-1 rounded-sm">
        <div className={`absolute inset-y-0 rounded-sm ${colour}`} style={style} />
        {node.firstToken !== undefined && (
          <div
            data-first-token
            title={`first token after ${durationText(node.firstToken - node.start)}`}
            className="bg-amber absolute -inset-y-0.5 w-0.5"
            style={{ left: `${Math.max(0, Math.min(100, percent(node.firstToken - tree.start)))}%` }}
          />
        )}
      </div>
      <span className="text-soft w-16 shrink-0 text-right text-xs tabular-nums">
        {durationText(node.end - node.start)}
      </span>
    </div>
  );
}
