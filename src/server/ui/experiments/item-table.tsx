import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Text } from "../components/text.tsx";
import type { ComparedItem } from "./comparison.ts";
import type { ShownExperiment } from "./experiment-head.tsx";
import { ItemRow } from "./item-row.tsx";

interface ItemTableProps {
  /** Element that scrolls; null before it exists. */
  scroller: HTMLDivElement | null;
  experiments: readonly ShownExperiment[];
  items: readonly ComparedItem[];
  onOpen: (item: ComparedItem) => void;
}

/** Height of a row in pixels before it is measured. */
const ROW_HEIGHT = 96;

/** Items of experiments as a table, of which only the rows in the window exist. */
export function ItemTable({ scroller, experiments, items, onOpen }: ItemTableProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const scrollMargin = useOffsetTop(list, scroller);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => items[index]?.itemId ?? index,
    overscan: 8,
    scrollMargin,
  });
  // A grid of one column for the item and one for each experiment; a narrow window stacks them.
  const columns = { "--experiments": experiments.length } as CSSProperties;
  return (
    <div role="table" aria-label="Items" aria-rowcount={items.length + 1} style={columns} className="item-table">
      <div role="rowgroup" className="bg-panel border-line sticky top-0 z-10 border-y">
        <div role="row" aria-rowindex={1} className="item-grid text-soft px-4 py-1.5">
          <div role="columnheader">Item</div>
          {experiments.map(({ id, name }) => (
            <div key={id} role="columnheader" className="hidden min-w-0 truncate lg:block">
              <Text>{name}</Text>
            </div>
          ))}
        </div>
      </div>
      <div ref={list} role="rowgroup" className="bg-panel relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const style = { transform: `translateY(${start - scrollMargin}px)` };
          return (
            <ItemRow
              key={key}
              ref={rows.measureElement}
              experiments={experiments}
              item={item}
              index={index}
              style={style}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the distance of an element from the start of what scrolls, which changes with what stands above it. */
function useOffsetTop(element: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const [own, outer] = [element.current?.getBoundingClientRect(), scroller?.getBoundingClientRect()];
      if (own && outer) setOffset(Math.round(own.top - outer.top + (scroller?.scrollTop ?? 0)));
    };
    const observer = new ResizeObserver(measure);
    for (const child of scroller?.children ?? []) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [element, scroller]);
  return offset;
}
