import { type ReactElement, Suspense, lazy, useRef } from "react";
import { isBeingRead } from "../components/being-read.ts";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { MOST_RANKED } from "../data/find-traces.ts";
import { useStaleCharts } from "../data/trace-charts.ts";
import { useTraceList } from "../data/trace-list.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useListState } from "./list-state.ts";
import { SavedViews } from "./saved-views.tsx";
import { SearchField } from "./search-field.tsx";
import { TimeRange } from "./time-range.tsx";
import { TraceCharts } from "./trace-charts.tsx";
import { TraceTable } from "./trace-table.tsx";

/** Help that most visits do not need. */
const FirstSteps = lazy(async () => ({ default: (await import("./first-steps.tsx")).FirstSteps }));

/** Traces of a project: live, in the order and with the filter of the address, below their figures over time. */
export function TracesView(): ReactElement {
  const state = useListState();
  const { query, hasCharts } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useTraceList(query, () => isBeingRead(scroller.current), useStaleCharts());
  const { from, to, lastMs } = query.time;
  const isFiltered = query.conditions.length > 0 || [from, to, lastMs].some((limit) => limit !== undefined);
  const isEmpty = !list.isLoading && list.error === null && list.traces.length === 0;
  const isFirst = isEmpty && !isFiltered;
  const showWaiting = (): void => {
    list.showWaiting();
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <PageFrame title="Traces" aside={<LiveMark isLive={list.isLive} />}>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="sr-only">Traces</h1>
        <TimeRange range={state.range} time={query.time} onRange={state.setRange} onTimes={state.setTimes} />
        <SearchField text={state.search} onSearch={state.setSearch} />
        <FilterBar conditions={state.filter} onChange={state.setFilter} />
        <SavedViews />
        <ColumnChoice columns={state.columns} onChange={state.setColumns} />
        <button
          type="button"
          className={`button ${hasCharts ? "bg-chosen" : ""}`}
          aria-pressed={hasCharts}
          onClick={() => state.setCharts(!hasCharts)}
        >
          Charts
        </button>
      </div>
      {hasCharts && !isFirst && <TraceCharts query={query} onRange={state.setTimes} />}
      {query.order !== "newest" && (
        <p className="text-soft px-4 pb-2">
          The {MOST_RANKED.toLocaleString("en")} highest.
          {isFiltered && " The order counts only what the filter finds of a trace."}
        </p>
      )}
      <div className="border-line relative min-h-0 flex-1 border-t">
        {list.waiting > 0 && (
          <button
            type="button"
            className="button bg-chosen absolute top-10 left-1/2 z-20 -translate-x-1/2 shadow-lg"
            onClick={showWaiting}
          >
            Show {list.waiting} new {list.waiting === 1 ? "trace" : "traces"}
          </button>
        )}
        <div ref={scroller} className="h-full overflow-auto" aria-busy={list.isLoading}>
          {list.error !== null && <Problem error={list.error} onRetry={list.showWaiting} />}
          {isEmpty &&
            (isFiltered ? (
              <p className="p-8">No trace meets the filter.</p>
            ) : (
              <Suspense
                fallback={
                  <p aria-busy className="p-8">
                    Loading…
                  </p>
                }
              >
                <FirstSteps />
              </Suspense>
            ))}
          {list.traces.length > 0 && (
            <TraceTable
              scroller={scroller}
              list={list}
              columns={state.columns}
              order={query.order}
              onOrder={state.setOrder}
            />
          )}
        </div>
      </div>
    </PageFrame>
  );
}
