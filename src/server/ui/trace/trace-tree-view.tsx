import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useRef } from "react";
import { TREE_KEYS, type TreeMoves } from "./tree-keys.ts";
import { ROW_HEIGHT, TreeRow, rowId } from "./tree-row.tsx";
import type { TraceTree, TreeNode } from "./trace-tree.ts";

interface TraceTreeViewProps {
  ref: RefObject<HTMLDivElement | null>;
  tree: TraceTree;
  moves: TreeMoves;
  found: ReadonlySet<TreeNode>;
  onChoose: (node: TreeNode) => void;
  onToggle: (node: TreeNode) => void;
}

/** Tree and waterfall of a trace, of which only the rows in the window exist. One element has the focus for all rows. */
export function TraceTreeView({ ref, tree, moves, found, onChoose, onToggle }: TraceTreeViewProps): ReactElement {
  const { shown, chosen, isClosed } = moves;
  const isFirst = useRef(true);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const place = chosen === undefined ? -1 : shown.indexOf(chosen);
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: isFirst.current ? "center" : "auto" });
    isFirst.current = false;
  }, [place, rows]);
  const press = (event: KeyboardEvent): void => {
    const found = TREE_KEYS.find(({ keys }) => keys.includes(event.key));
    if (found === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    found.move(moves);
  };
  return (
    <div
      ref={ref}
      role="tree"
      aria-label="Observations"
      tabIndex={0}
      {...(chosen && { "aria-activedescendant": rowId(chosen) })}
      className="bg-panel min-h-0 flex-1 overflow-auto -outline-offset-2"
      onKeyDown={press}
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const node = shown[index];
          if (node === undefined) return null;
          return (
            <TreeRow
              key={node.observation.id}
              node={node}
              tree={tree}
              isChosen={node === chosen}
              isClosed={isClosed(node)}
              isFound={found.has(node)}
              top={start}
              onChoose={onChoose}
              onToggle={onToggle}
            />
          );
        })}
      </div>
    </div>
  );
}
