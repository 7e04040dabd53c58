import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import type { FilterCondition } from "./filter-condition.ts";
import { type RankedQuery, readMetrics } from "./metrics.ts";
import { IS_ERROR, ofTraces } from "./trace-query.ts";

/** Trace as one row of a list, whatever roots it has. */
export interface TraceSummary {
  readonly traceId: string;
  readonly name: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** Milliseconds from the first start to the last end of the top observations. */
  readonly latency: number;
  readonly observations: number;
  readonly errors: number;
  readonly tokens: number;
  /** USD. */
  readonly cost: number;
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly environment: string | undefined;
  readonly tags: readonly string[];
  readonly models: readonly string[];
}

/** Most traces in one call: their ids stand in the address of a request. */
const AT_A_TIME = 100;

/** Most observations and rows that the API returns at once. */
const MOST_ROWS = 1_000;

const FIELDS = "core,basic,trace_context";

const IS_ROOT: FilterCondition = { type: "boolean", column: "isRootObservation", operator: "=", value: true };
const HAS_MODEL: FilterCondition = { type: "null", column: "providedModelName", operator: "is not null", value: "" };

/** Reads the summaries of traces, in the order of their ids. Leaves out traces that are not stored. */
export async function summarize(api: SvcAPIClient, traceIds: readonly string[]): Promise<TraceSummary[]> {
  const summaries: TraceSummary[] = [];
  for (let from = 0; from < traceIds.length; from += AT_A_TIME) {
    summaries.push(...(await summarizeSome(api, traceIds.slice(from, from + AT_A_TIME))));
  }
  return summaries;
}

async function summarizeSome(api: SvcAPIClient, traceIds: readonly string[]): Promise<TraceSummary[]> {
  const which = ofTraces(traceIds);
  const byTrace: Omit<RankedQuery, "conditions"> = {
    dimensions: ["traceId"],
    measures: ["count_count"],
    rows: traceIds.length,
  };
  const [tops, totals, errors, models] = await Promise.all([
    topObservations(api, traceIds),
    readMetrics(api, {
      ...byTrace,
      measures: ["count_count", "sum_totalTokens", "sum_totalCost"],
      conditions: [which],
    }),
    readMetrics(api, { ...byTrace, conditions: [which, IS_ERROR] }),
    readMetrics(api, {
      ...byTrace,
      dimensions: ["traceId", "providedModelName"],
      conditions: [which, HAS_MODEL],
      rows: MOST_ROWS,
    }),
  ]);
  const totalsOf = new Map(totals.map((row) => [row["traceId"], row]));
  const errorsOf = new Map(errors.map((row) => [row["traceId"], row]));
  const modelsOf = Map.groupBy(models, (row) => row["traceId"]);
  return traceIds.flatMap((traceId) => {
    const [total, top] = [totalsOf.get(traceId), tops.get(traceId)];
    if (total === undefined || top === undefined) return [];
    return {
      traceId,
      ...topFields(top),
      observations: Number(total["count_count"]),
      errors: Number(errorsOf.get(traceId)?.["count_count"] ?? 0),
      tokens: Number(total["sum_totalTokens"] ?? 0),
      cost: Number(total["sum_totalCost"] ?? 0),
      models: (modelsOf.get(traceId) ?? []).map((row) => String(row["providedModelName"])),
    };
  });
}

/** Returns the top observations of each trace: its roots or, while there are none, those whose parent is not stored. */
async function topObservations(
  api: SvcAPIClient,
  traceIds: readonly string[],
): Promise<ReadonlyMap<unknown, readonly ObservationV2[]>> {
  const roots = await read(api, [ofTraces(traceIds), IS_ROOT]);
  const found = Map.groupBy(roots, ({ traceId }) => traceId);
  const others = traceIds.filter((traceId) => !found.has(traceId));
  if (others.length === 0) return found;
  const observations = await read(api, [ofTraces(others)]);
  const ids = new Set(observations.map(({ traceId, id }) => `${traceId}/${id}`));
  const hasParent = ({ traceId, parentObservationId }: ObservationV2): boolean =>
    ids.has(`${traceId}/${parentObservationId}`);
  for (const [traceId, ofTrace] of Map.groupBy(observations, ({ traceId }) => traceId)) {
    const tops = ofTrace.filter((observation) => !hasParent(observation));
    // A faulty sender can make a circle of parents, which has no top.
    found.set(traceId, tops.length === 0 ? ofTrace : tops);
  }
  return found;
}

async function read(api: SvcAPIClient, conditions: readonly FilterCondition[]): Promise<ObservationV2[]> {
  const filter = JSON.stringify(conditions);
  return (await api.observations.getMany({ fields: FIELDS, limit: MOST_ROWS, filter })).data;
}

type TopFields = Omit<TraceSummary, "traceId" | "observations" | "errors" | "tokens" | "cost" | "models">;

function topFields(tops: readonly ObservationV2[]): TopFields {
  const oldestFirst = tops.toSorted((one, other) => start(one) - start(other));
  const first = <T>(pick: (observation: ObservationV2) => T | null | undefined): T | undefined =>
    oldestFirst.map(pick).find((value) => value != null) ?? undefined;
  const startTime = Math.min(...tops.map(start));
  return {
    name: first(({ traceName }) => traceName) ?? first(({ name }) => name) ?? "",
    type: first(({ type }) => type) ?? "SPAN",
    startTime,
    latency: Math.max(...tops.map(end)) - startTime,
    userId: first(({ userId }) => userId),
    sessionId: first(({ sessionId }) => sessionId),
    environment: first(({ environment }) => environment),
    tags: [...new Set(tops.flatMap(({ tags }) => tags ?? []))],
  };
}

function start({ startTime }: ObservationV2): number {
  return Date.parse(startTime);
}

function end({ startTime, endTime }: ObservationV2): number {
  return Date.parse(endTime ?? startTime);
}
