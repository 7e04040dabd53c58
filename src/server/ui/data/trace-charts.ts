import { type UseQueryResult, keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SvcAPIClient } from "@svc/core/api";
import { useCallback } from "react";
import type { FilterTerm } from "../../query/filter-condition.ts";
import { type MetricsRow, readMetrics, readSeries } from "./metrics.ts";
import { type Project, useProject } from "./project.tsx";
import { readStartTimes } from "./start-times.ts";
import { IS_ERROR, IS_ROOT, type TraceQuery, boundsOf } from "./trace-query.ts";

/** Figures of traces: each of a step of time, or of all of it. */
export interface TraceFigures<Value> {
  readonly traces: Value;
  /** Traces with a failed observation. */
  readonly failed: Value;
  /** Milliseconds. */
  readonly p50: Value;
  readonly p95: Value;
  /** USD. */
  readonly cost: Value;
}

/** Figures of traces over time. */
export interface TraceCharts {
  /** Starts of the steps, in milliseconds since 1970. */
  readonly times: readonly number[];
  readonly steps: TraceFigures<ReadonlyArray<number | null>>;
  readonly whole: TraceFigures<number | null>;
}

/** Shortest time of a chart: observations of one moment stand at its end. */
const SHORTEST_MS = 30 * 60_000;

/** Time between two reads while observations arrive, in milliseconds. */
const REPEAT_MS = 5_000;

/** Measures of the three reads, with the observations that each counts. */
const READS = [
  { measures: ["uniq_traceId", "sum_totalCost"], more: [] },
  { measures: ["uniq_traceId"], more: [IS_ERROR] },
  { measures: ["p50_latency", "p95_latency"], more: [IS_ROOT] },
] as const satisfies ReadonlyArray<{
  measures: readonly [string, ...string[]];
  more: readonly FilterTerm[];
}>;

/**
 * Returns the figures over time of what a query finds; null when it finds nothing. Latencies are those of the roots or, with a
 * filter, of the observations that it finds.
 */
export function useTraceCharts(query: TraceQuery): UseQueryResult<TraceCharts | null> {
  const project = useProject();
  const { conditions, time } = query;
  return useQuery({
    queryKey: [...chartsOf(project), conditions, time],
    queryFn: async () => readCharts(project, query),
    placeholderData: keepPreviousData,
    staleTime: REPEAT_MS,
    refetchInterval: ({ state }) => (state.isInvalidated ? REPEAT_MS : false),
  });
}

/** Returns a function that has the charts read again soon. */
export function useStaleCharts(): () => void {
  const project = useProject();
  const queries = useQueryClient();
  return useCallback(
    () => void queries.invalidateQueries({ queryKey: chartsOf(project), refetchType: "none" }),
    [queries, project],
  );
}

function chartsOf({ id }: Project): readonly string[] {
  return ["trace-charts", id];
}

async function readCharts(project: Project, { conditions, time }: TraceQuery): Promise<TraceCharts | null> {
  const range = await timeOf(project, conditions, time);
  if (range === undefined) return null;
  const { api } = project;
  const hasFilter = conditions.length > 0;
  const of = (more: readonly FilterTerm[]): readonly FilterTerm[] =>
    hasFilter && more.includes(IS_ROOT) ? conditions : [...conditions, ...more];
  // Two at a time: each goes through all of the time, and the service has other reads to answer.
  const [series, wholes] = await Promise.all([
    inTurn(
      READS.map(
        ({ measures, more }) =>
          async () =>
            readSeries(api, { measures, conditions: of(more), ...range }),
      ),
    ),
    inTurn(
      READS.map(
        ({ measures, more }) =>
          async () =>
            readWhole(api, measures, of(more), range),
      ),
    ),
  ]);
  const [all = [], errors = [], latencies = []] = series;
  const [whole, failed, latency] = wholes;
  return {
    times: all.map((row) => Date.parse(String(row["time_dimension"]))),
    steps: figuresOf((read, name) => [all, errors, latencies][read]!.map((row) => numberIn(row, name))),
    whole: figuresOf((read, name) => numberIn([whole, failed, latency][read], name)),
  };
}

function figuresOf<Value>(pick: (read: 0 | 1 | 2, name: string) => Value): TraceFigures<Value> {
  return {
    traces: pick(0, "uniq_traceId"),
    cost: pick(0, "sum_totalCost"),
    failed: pick(1, "uniq_traceId"),
    p50: pick(2, "p50_latency"),
    p95: pick(2, "p95_latency"),
  };
}

async function inTurn<Result>(reads: ReadonlyArray<() => Promise<Result>>): Promise<Result[]> {
  const results: Result[] = [];
  for (const read of reads) results.push(await read());
  return results;
}

async function readWhole(
  api: SvcAPIClient,
  measures: readonly [string, ...string[]],
  conditions: readonly FilterTerm[],
  range: { from: number; to: number },
): Promise<MetricsRow | undefined> {
  return (await readMetrics(api, { dimensions: [], measures, conditions, rows: 1, ...range }))[0];
}

function numberIn(row: MetricsRow | undefined, name: string): number | null {
  return row?.[name] == null ? null : Number(row[name]);
}

/** Returns the time of the charts: that of the query or, for the whole time, of what is stored. */
async function timeOf(
  project: Project,
  conditions: readonly FilterTerm[],
  time: TraceQuery["time"],
): Promise<{ from: number; to: number } | undefined> {
  const { from, to = Date.now() } = boundsOf(time);
  if (from !== undefined) return to > from ? { from, to } : undefined;
  const stored = await readStartTimes(project, conditions);
  if (stored === undefined) return undefined;
  const end = Math.min(time.to ?? Infinity, stored.last + 1);
  return { from: Math.min(stored.first, end - SHORTEST_MS), to: end };
}
