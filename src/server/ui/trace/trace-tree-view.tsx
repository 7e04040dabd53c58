import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useRef } from "react";
import { TREE_KEYS, type TreeMoves } from "./tree-keys.ts";
import type { TreeMarks } from "./tree-marks.ts";
import { ROW_HEIGHT, TreeRow, rowId } from "./tree-row.tsx";
import type { TraceTree } from "./trace-tree.ts";

interface TraceTreeViewProps {
  ref: RefObject<HTMLDivElement | null>;
  tree: TraceTree;
  moves: TreeMoves;
  marks: TreeMarks;
}

/** Tree and waterfall of a trace, of which only the rows in the window exist. One element has the focus for all rows. */
export function TraceTreeView({ ref, tree, moves, marks }: TraceTreeViewProps): ReactElement {
  const { rows, chosen, choose } = moves;
  const { shown, toggle } = rows;
  const { found, critical, outcomes } = marks;
  const isFirst = useRef(true);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const place = chosen === undefined ? -1 : shown.indexOf(chosen);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: isFirst.current ? "center" : "auto" });
    isFirst.current = false;
  }, [place, virtual]);
  const press = (event: KeyboardEvent): void => {
    const known = TREE_KEYS.find(({ keys }) => keys.includes(event.key));
    if (known === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    known.move(moves, event.key);
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
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const node = shown[index];
          if (node === undefined) return null;
          const group = rows.groupAt(node);
          return (
            <TreeRow
              key={node.observation.id}
              node={node}
              tree={tree}
              group={group}
              outcome={outcomes.get(node.observation.id)}
              isChosen={node === chosen}
              {...(rows.canOpen(node) && { isClosed: rows.isClosed(node) })}
              isFound={found.has(node)}
              isCritical={critical && (group?.members ?? [node]).some((each) => critical.has(each))}
              top={start}
              onChoose={choose}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}
