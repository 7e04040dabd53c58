import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactElement, type RefObject, useEffect } from "react";
import { keepScroll, keptScroll } from "../components/kept-scroll.ts";
import type { TraceList } from "../data/trace-list.ts";
import type { TraceOrder } from "../data/trace-query.ts";
import { type TraceColumn, type TraceColumnName, columnOf, tracksOf } from "./trace-columns.tsx";
import { TraceRow } from "./trace-row.tsx";

interface TraceTableProps {
  /** Element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  list: TraceList;
  columns: readonly TraceColumnName[];
  order: TraceOrder;
  onOrder: (order: TraceOrder) => void;
}

/** Height of a row in pixels before it is measured. */
const ROW_HEIGHT = 38;

/** Rows below the window from which on the next page is read. */
const READ_AHEAD = 20;

/** Traces as a table, of which only the rows in the window exist. */
export function TraceTable({ scroller, list, columns, order, onOrder }: TraceTableProps): ReactElement {
  const { traces, hasMore, loadMore } = list;
  const rows = useVirtualizer({
    count: traces.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => traces[index]?.traceId ?? index,
    overscan: 10,
    initialOffset: keptScroll,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && last >= traces.length - READ_AHEAD;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);
  const tracks = { "--trace-tracks": tracksOf(columns) } as CSSProperties;
  return (
    <div
      role="table"
      aria-label="Traces"
      aria-rowcount={hasMore ? -1 : traces.length + 1}
      className="lg:w-max lg:min-w-full"
      style={tracks}
      // Whoever comes back from a trace finds the list as it was.
      onClickCapture={() => keepScroll(scroller.current)}
    >
      <div role="rowgroup" className="bg-panel border-line sticky top-0 z-10 border-b">
        <div role="row" aria-rowindex={1} className="trace-grid text-soft px-4 py-1.5">
          <div role="columnheader" className="hidden lg:block">
            Trace
          </div>
          {columns.map((name) => (
            <ColumnHead key={name} column={columnOf(name)} order={order} onOrder={onOrder} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className="bg-panel relative" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const trace = traces[index];
          if (trace === undefined) return null;
          const style = { transform: `translateY(${start}px)` };
          return (
            <TraceRow key={key} ref={rows.measureElement} trace={trace} columns={columns} index={index} style={style} />
          );
        })}
      </div>
    </div>
  );
}

interface ColumnHeadProps {
  column: TraceColumn;
  order: TraceOrder;
  onOrder: (order: TraceOrder) => void;
}

function ColumnHead({ column, order, onOrder }: ColumnHeadProps): ReactElement {
  const own = column.order;
  const isChosen = own === order;
  return (
    <div
      role="columnheader"
      {...(isChosen && { "aria-sort": "descending" as const })}
      className={`${own === undefined ? "hidden lg:block" : ""} ${column.isNumber ? "lg:text-right" : ""}`}
    >
      {own === undefined ? (
        <bdi className="block truncate">{column.label}</bdi>
      ) : (
        <button
          type="button"
          className={`cursor-pointer hover:underline ${isChosen ? "text-text font-semibold" : ""}`}
          onClick={() => onOrder(own)}
        >
          {column.label}
          {isChosen && <span aria-hidden> ↓</span>}
        </button>
      )}
    </div>
  );
}
