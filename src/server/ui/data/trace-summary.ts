import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import { type TraceFields, topsAmong, traceFields } from "@svc/core/internal";
import type { TraceExcerpt } from "../../query/trace-excerpt.ts";
import type { FilterCondition, FilterTerm } from "../../query/filter-condition.ts";
import { readLocal } from "./local-api.ts";
import { type RankedQuery, readMetrics } from "./metrics.ts";
import type { Project } from "./project.tsx";
import { type ScoreOfTrace, readScoresOfTraces } from "./scores-of-traces.ts";
import { IS_ERROR, IS_ROOT, ofTraces } from "./trace-query.ts";

/** Trace as one row of a list, whatever roots it has. */
export interface TraceSummary extends TraceFields {
  readonly traceId: string;
  /** Milliseconds from a start to the first token: the longest of the trace. */
  readonly firstToken: number | undefined;
  readonly observations: number;
  readonly errors: number;
  readonly tokens: number;
  /** USD. */
  readonly cost: number;
  readonly models: readonly string[];
  readonly scores: readonly ScoreOfTrace[];
  /** Question and answer of the trace, in one line each; empty if they are not read. */
  readonly input: string;
  readonly output: string;
}

/** Parts of a summary that are read on request. */
export interface SummaryParts {
  readonly withScores: boolean;
  readonly withContent: boolean;
}

/** Most traces in one call: their ids stand in the address of a request. */
const AT_A_TIME = 100;

/** Most observations and rows that the API returns at once. */
const MOST_ROWS = 1_000;

const FIELDS = "core,basic,trace_context";

const HAS_MODEL: FilterCondition = { type: "null", column: "providedModelName", operator: "is not null", value: "" };

/** Reads the summaries of traces, in the order of their ids. Leaves out traces that are not stored. */
export async function summarize(
  project: Project,
  traceIds: readonly string[],
  parts: SummaryParts,
): Promise<TraceSummary[]> {
  const summaries: TraceSummary[] = [];
  for (let from = 0; from < traceIds.length; from += AT_A_TIME) {
    summaries.push(...(await summarizeSome(project, traceIds.slice(from, from + AT_A_TIME), parts)));
  }
  return summaries;
}

async function summarizeSome(
  project: Project,
  traceIds: readonly string[],
  { withScores, withContent }: SummaryParts,
): Promise<TraceSummary[]> {
  const { api } = project;
  const which = ofTraces(traceIds);
  const byTrace: Omit<RankedQuery, "conditions"> = {
    dimensions: ["traceId"],
    measures: ["count_count"],
    rows: traceIds.length,
  };
  const [tops, totals, errors, models, scores, excerpts] = await Promise.all([
    topObservations(api, traceIds),
    readMetrics(api, {
      ...byTrace,
      measures: ["count_count", "sum_totalTokens", "sum_totalCost", "max_timeToFirstToken"],
      conditions: [which],
    }),
    readMetrics(api, { ...byTrace, conditions: [which, IS_ERROR] }),
    readMetrics(api, {
      ...byTrace,
      dimensions: ["traceId", "providedModelName"],
      conditions: [which, HAS_MODEL],
      rows: MOST_ROWS,
    }),
    withScores ? readScoresOfTraces(api, traceIds) : new Map<string, readonly ScoreOfTrace[]>(),
    withContent ? readExcerpts(project, traceIds) : [],
  ]);
  const excerptOf = new Map(excerpts.map((excerpt) => [excerpt.traceId, excerpt]));
  const totalsOf = new Map(totals.map((row) => [row["traceId"], row]));
  const errorsOf = new Map(errors.map((row) => [row["traceId"], row]));
  const modelsOf = Map.groupBy(models, (row) => row["traceId"]);
  return traceIds.flatMap((traceId) => {
    const [total, top] = [totalsOf.get(traceId), tops.get(traceId)];
    if (total === undefined || top === undefined) return [];
    return {
      traceId,
      ...traceFields(top),
      observations: Number(total["count_count"]),
      errors: Number(errorsOf.get(traceId)?.["count_count"] ?? 0),
      tokens: Number(total["sum_totalTokens"] ?? 0),
      cost: Number(total["sum_totalCost"] ?? 0),
      firstToken: total["max_timeToFirstToken"] == null ? undefined : Number(total["max_timeToFirstToken"]),
      scores: scores.get(traceId) ?? [],
      input: excerptOf.get(traceId)?.input ?? "",
      output: excerptOf.get(traceId)?.output ?? "",
      models: (modelsOf.get(traceId) ?? []).map((row) => String(row["providedModelName"])),
    };
  });
}

async function readExcerpts(project: Project, traceIds: readonly string[]): Promise<readonly TraceExcerpt[]> {
  const ids = JSON.stringify(traceIds);
  return (await readLocal<{ data: readonly TraceExcerpt[] }>(project, "traces/excerpts", { ids })).data;
}

/** Returns the top observations of each trace: its roots or, while there are none, those whose parent is not stored. */
async function topObservations(
  api: SvcAPIClient,
  traceIds: readonly string[],
): Promise<ReadonlyMap<unknown, readonly ObservationV2[]>> {
  const roots = await read(api, [ofTraces(traceIds), IS_ROOT]);
  const found: Map<unknown, readonly ObservationV2[]> = Map.groupBy(roots, ({ traceId }) => traceId);
  const others = traceIds.filter((traceId) => !found.has(traceId));
  if (others.length === 0) return found;
  const observations = await read(api, [ofTraces(others)]);
  for (const [traceId, ofTrace] of Map.groupBy(observations, ({ traceId }) => traceId)) {
    found.set(traceId, topsAmong(ofTrace));
  }
  return found;
}

async function read(api: SvcAPIClient, conditions: readonly FilterTerm[]): Promise<ObservationV2[]> {
  const filter = JSON.stringify(conditions);
  return (await api.observations.getMany({ fields: FIELDS, limit: MOST_ROWS, filter })).data;
}
