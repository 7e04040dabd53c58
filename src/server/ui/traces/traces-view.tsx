import { type ReactElement, useRef } from "react";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { MOST_RANKED } from "../data/find-traces.ts";
import { useTraceList } from "../data/trace-list.ts";
import { FilterBar } from "./filter-bar.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { RANGES, useListState } from "./list-state.ts";
import { TraceTable } from "./trace-table.tsx";

/** Traces of a project: live, in the order and with the filter of the address. */
export function TracesView(): ReactElement {
  const { query, range, setRange, setOrder, setConditions } = useListState();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useTraceList(query, () => isBeingRead(scroller.current));
  const isFiltered = query.conditions.length > 0 || query.lastMs !== undefined;
  const isEmpty = !list.isLoading && list.error === null && list.traces.length === 0;
  const showWaiting = (): void => {
    list.showWaiting();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <PageFrame title="Traces" aside={<LiveMark isLive={list.isLive} />}>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="sr-only">Traces</h1>
        <select aria-label="Time" className="field" value={range} onChange={({ target }) => setRange(target.value)}>
          {Object.entries(RANGES).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <FilterBar conditions={query.conditions} onChange={setConditions} />
        {list.waiting > 0 && (
          <button type="button" className="button bg-chosen ml-auto" onClick={showWaiting}>
            Show {list.waiting} new {list.waiting === 1 ? "trace" : "traces"}
          </button>
        )}
      </div>
      {query.order !== "newest" && (
        <p className="text-soft px-4 pb-2">
          The {MOST_RANKED.toLocaleString("en")} highest.
          {isFiltered && " The order counts only what the filter finds of a trace."}
        </p>
      )}
      <div ref={scroller} className="border-line min-h-0 flex-1 overflow-auto border-t" aria-busy={list.isLoading}>
        {list.error !== null && <Problem error={list.error} onRetry={list.showWaiting} />}
        {isEmpty && (isFiltered ? <p className="p-8">No trace meets the filter.</p> : <FirstSteps />)}
        {list.traces.length > 0 && (
          <TraceTable scroller={scroller} list={list} order={query.order} onOrder={setOrder} />
        )}
      </div>
    </PageFrame>
  );
}

/** Returns true while somebody reads the list: it is scrolled, or holds the pointer or the focus. */
function isBeingRead(scroller: HTMLElement | null): boolean {
  return (
    scroller !== null && (scroller.scrollTop > 0 || scroller.matches(":hover") || scroller.matches(":focus-within"))
  );
}
