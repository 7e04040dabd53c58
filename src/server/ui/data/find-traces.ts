import type { SvcAPIClient } from "@svc/core/api";
import type { FilterCondition } from "./filter-condition.ts";
import { readMetrics } from "./metrics.ts";
import { IS_ERROR, type TraceOrder, type TraceQuery, ofTraces } from "./trace-query.ts";
import { type TraceSummary, summarize } from "./trace-summary.ts";

/** Place in a list of traces after which the next page begins. */
export interface TracePlace {
  /** Traces of the pages before. */
  readonly seen: readonly string[];
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
  tokens: "sum_totalTokens",
  cost: "sum_totalCost",
  errors: "count_count",
};

/** Start of a list of traces. */
export const FIRST_PLACE: TracePlace = { seen: [] };

/** Reads one page of the traces that a query finds. */
export async function findTraces(api: SvcAPIClient, query: TraceQuery, place: TracePlace): Promise<TracePage> {
  return query.order === "newest" ? findNewest(api, query, place) : findHighest(api, query, query.order, place);
}

/** Returns those of the traces that the conditions find. */
export async function matching(
  api: SvcAPIClient,
  conditions: readonly FilterCondition[],
  traceIds: readonly string[],
): Promise<readonly string[]> {
  if (conditions.length === 0 || traceIds.length === 0) return traceIds;
  const filter = JSON.stringify([...conditions, ofTraces(traceIds)]);
  const { data } = await api.observations.getMany({ fields: "core", limit: 1_000, filter });
  const found = new Set(data.map(({ traceId }) => traceId));
  return traceIds.filter((traceId) => found.has(traceId));
}

/** Reads observations, newest first, until their traces fill a page. */
async function findNewest(api: SvcAPIClient, query: TraceQuery, { seen, cursor }: TracePlace): Promise<TracePage> {
  const known = new Set(seen);
  const found: string[] = [];
  const leftOut = new Set<string>();
  let next = cursor;
  do {
    const conditions = [...query.conditions, ...(leftOut.size > 0 ? [noneOf([...leftOut])] : [])];
    const { data, meta } = await api.observations.getMany({
      fields: "core",
      limit: OBSERVATIONS,
      cursor: next,
      fromStartTime: query.lastMs === undefined ? undefined : new Date(Date.now() - query.lastMs).toISOString(),
      ...(conditions.length > 0 && { filter: JSON.stringify(conditions) }),
    });
    for (const [traceId, { length }] of Map.groupBy(data, ({ traceId }) => traceId ?? "")) {
      if (!known.has(traceId)) found.push(traceId);
      known.add(traceId);
      if (length >= MANY && leftOut.size < MOST_LEFT_OUT) leftOut.add(traceId);
    }
    next = meta.cursor;
  } while (next !== undefined && found.length < PAGE);
  const traces = await summarize(api, found);
  return { traces, next: next === undefined ? undefined : { seen: [...seen, ...found], cursor: next } };
}

async function findHighest(
  api: SvcAPIClient,
  { conditions, lastMs }: TraceQuery,
  order: Exclude<TraceOrder, "newest">,
  { seen, ranked }: TracePlace,
): Promise<TracePage> {
  const all = ranked ?? (await rank(api, order === "errors" ? [...conditions, IS_ERROR] : conditions, order, lastMs));
  const [now, later] = [all.slice(0, 100), all.slice(100)];
  return {
    traces: await summarize(api, now),
    next: later.length === 0 ? undefined : { seen: [...seen, ...now], ranked: later },
  };
}

async function rank(
  api: SvcAPIClient,
  conditions: readonly FilterCondition[],
  order: Exclude<TraceOrder, "newest">,
  lastMs: number | undefined,
): Promise<string[]> {
  const from = lastMs === undefined ? 0 : Date.now() - lastMs;
  const rows = await readMetrics(api, {
    dimensions: ["traceId"],
    measures: [MEASURES[order]],
    conditions,
    rows: MOST_RANKED,
    from,
  });
  return rows.map((row) => String(row["traceId"]));
}

function noneOf(traceIds: readonly string[]): FilterCondition {
  return { type: "stringOptions", column: "traceId", operator: "none of", value: traceIds };
}
