import type { FilterCondition } from "../../query/filter-condition.ts";
import { readMetrics } from "./metrics.ts";
import type { Project } from "./project.tsx";
import { IS_ERROR, type TraceOrder, type TraceQuery, boundsOf, conditionsOf, ofTraces } from "./trace-query.ts";
import { type TraceSummary, summarize } from "./trace-summary.ts";

/** Place in a list of traces after which the next page begins. */
export interface TracePlace {
  /** Traces of the pages before. All places of one list share it: a copy for each page of a long list would be too much. */
  readonly seen: Set<string>;
  /** Cursor of the list of observations; only for the order `newest`. */
  readonly cursor?: string | undefined;
  /** Traces still to come, highest first; only for the other orders. */
  readonly ranked?: readonly string[];
}

/** One page of a list of traces. The last page has no `next`. */
export interface TracePage {
  readonly traces: readonly TraceSummary[];
  readonly next: TracePlace | undefined;
}

/** Traces that fill the window of a large screen. */
const PAGE = 40;

/** Observations in one read. Ten to a trace make a page. */
const OBSERVATIONS = 400;

/** Observations of one trace in one read, from which on further reads leave the trace out. */
const MANY = 100;

/** Most traces that a read leaves out: their ids stand in its address. */
const MOST_LEFT_OUT = 50;

/** Most traces in an order by metrics, as the API returns at most. */
export const MOST_RANKED = 1_000;

/** Measure by which traces are put in order. */
const MEASURES: Readonly<Record<Exclude<TraceOrder, "newest">, string>> = {
  latency: "max_latency",
  firstToken: "max_timeToFirstToken",
  tokens: "sum_totalTokens",
  cost: "sum_totalCost",
  errors: "count_count",
};

/** Reads one page of the traces that a query finds: the first one, or the one after a place. */
export async function findTraces(
  project: Project,
  query: TraceQuery,
  place: TracePlace = { seen: new Set() },
): Promise<TracePage> {
  return query.order === "newest" ? findNewest(project, query, place) : findHighest(project, query, query.order, place);
}

/** Returns those of the traces that a query finds. */
export async function matching(
  { api }: Project,
  query: TraceQuery,
  traceIds: readonly string[],
): Promise<readonly string[]> {
  const conditions = conditionsOf(query);
  if (conditions.length === 0 || traceIds.length === 0) return traceIds;
  const filter = JSON.stringify([...conditions, ofTraces(traceIds)]);
  const { data } = await api.observations.getMany({ fields: "core", limit: 1_000, filter });
  const found = new Set(data.map(({ traceId }) => traceId));
  return traceIds.filter((traceId) => found.has(traceId));
}

/** Reads observations, newest first, until their traces fill a page. */
async function findNewest(project: Project, query: TraceQuery, { seen, cursor }: TracePlace): Promise<TracePage> {
  const found = new Set<string>();
  const leftOut = new Set<string>();
  const all = conditionsOf(query);
  let next = cursor;
  do {
    const conditions = leftOut.size > 0 ? [...all, noneOf([...leftOut])] : all;
    const filter = conditions.length === 0 ? undefined : JSON.stringify(conditions);
    const { data, meta } = await project.api.observations.getMany({
      fields: "core",
      limit: OBSERVATIONS,
      cursor: next,
      filter,
    });
    for (const [traceId, { length }] of Map.groupBy(data, ({ traceId }) => traceId ?? "")) {
      if (!seen.has(traceId)) found.add(traceId);
      if (length >= MANY && leftOut.size < MOST_LEFT_OUT) leftOut.add(traceId);
    }
    next = meta.cursor;
  } while (next !== undefined && found.size < PAGE);
  const traces = await summarize(project, [...found], query);
  // Only now: after a failed read, the next attempt has to find them again.
  for (const traceId of found) seen.add(traceId);
  return { traces, next: next === undefined ? undefined : { seen, cursor: next } };
}

async function findHighest(
  project: Project,
  query: TraceQuery,
  order: Exclude<TraceOrder, "newest">,
  { seen, ranked }: TracePlace,
): Promise<TracePage> {
  const all = ranked ?? (await rank(project, query, order));
  const [now, later] = [all.slice(0, 100), all.slice(100)];
  return {
    traces: await summarize(project, now, query),
    next: later.length === 0 ? undefined : { seen, ranked: later },
  };
}

async function rank({ api }: Project, query: TraceQuery, order: Exclude<TraceOrder, "newest">): Promise<string[]> {
  const rows = await readMetrics(api, {
    dimensions: ["traceId"],
    measures: [MEASURES[order]],
    conditions: order === "errors" ? [...query.conditions, IS_ERROR] : query.conditions,
    rows: MOST_RANKED,
    ...boundsOf(query.time),
  });
  return rows.map((row) => String(row["traceId"]));
}

function noneOf(traceIds: readonly string[]): FilterCondition {
  return { type: "stringOptions", column: "traceId", operator: "none of", value: traceIds };
}
