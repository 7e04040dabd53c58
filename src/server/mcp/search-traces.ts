import { topsAmong, traceFields } from "@svc/core/internal";
import { OBSERVATION_FILTER_COLUMNS } from "../query/observation-filter-columns.ts";
import type { ApiReads, Condition, Page, ReadObservation } from "./api-reads.ts";
import { counted, costText, secondsText } from "./result-text.ts";
import { type Tool, defineTool, filter, integer, text, time } from "./tool.ts";

/** Input of `search_traces`. */
interface Search {
  text?: string;
  name?: string;
  traceName?: string;
  model?: string;
  userId?: string;
  sessionId?: string;
  environment?: string;
  tag?: string;
  errorsOnly?: boolean;
  filter?: Condition[];
  since?: string;
  until?: string;
  limit?: number;
}

type Row = Readonly<Record<string, unknown>>;

const FIELDS = "core,basic,model,trace_context";
const DEFAULT_TRACES = 20;
const MOST_TRACES = 100;

/** Most pages of observations that one search reads. */
const MOST_PAGES = 10;

/** Most roots of the traces that were found. */
const MOST_ROOTS = 5_000;

const IS_ROOT: Condition = { type: "boolean", column: "isRootObservation", operator: "=", value: true };
const IS_ERROR: Condition = { type: "string", column: "level", operator: "=", value: "ERROR" };

/** Conditions of the properties that are short for one. */
const SHORT = {
  name: (value) => ({ type: "string", column: "name", operator: "contains", value }),
  traceName: (value) => ({ type: "string", column: "traceName", operator: "contains", value }),
  model: (value) => ({ type: "string", column: "providedModelName", operator: "contains", value }),
  userId: (value) => ({ type: "string", column: "userId", operator: "=", value }),
  sessionId: (value) => ({ type: "string", column: "sessionId", operator: "=", value }),
  environment: (value) => ({ type: "string", column: "environment", operator: "=", value }),
  tag: (value) => ({ type: "arrayOptions", column: "tags", operator: "any of", value: [value] }),
  text: (value) => ({ type: "string", column: "content", operator: "contains", value }),
} satisfies Partial<Record<keyof Search, (value: string) => Condition>>;

/** Tool that finds traces. */
export const searchTraces: Tool = defineTool<Search>({
  name: "search_traces",
  title: "Search traces",
  description:
    "Finds traces of the application: one trace is one run, such as a request or a job, with its model calls, tool calls and " +
    "retrievals. Without input it lists the newest. A trace is found when one of its observations meets all conditions. Each " +
    "result has the trace id, name, start, latency, tokens, cost and errors; read_trace shows one.",
  properties: {
    text: text("Text that input or output of an observation contains."),
    name: text("Part of the name of an observation, such as a tool or a function."),
    traceName: text("Part of the name of the trace."),
    model: text("Part of the name of the model."),
    userId: text("Id of the user, as the application sets it."),
    sessionId: text("Id of the session, as the application sets it."),
    environment: text("Environment, such as production."),
    tag: text("Tag of the trace."),
    errorsOnly: { type: "boolean", default: false, description: "Finds only traces with a failed observation." },
    filter: filter(Object.keys(OBSERVATION_FILTER_COLUMNS)),
    since: time("Observations that start at this time or later."),
    until: time("Observations that start before this time."),
    limit: integer("Most traces to return.", 1, MOST_TRACES, DEFAULT_TRACES),
  },
  async run(input, reads) {
    const { limit = DEFAULT_TRACES } = input;
    const found = await findTraces(input, reads, limit);
    if (found.traces.size === 0) {
      return "No trace was found. Search with fewer conditions, or without any for the newest traces. Observations arrive when they have ended.";
    }
    const lines = await describeTraces(reads, found.traces);
    if (found.next !== undefined) {
      lines.push(
        `[There may be more. Search again with "until": "${found.next}" for older ones; a trace that began before may be listed again.]`,
      );
    }
    return lines.join("\n");
  },
});

function conditionsOf(input: Search): Condition[] {
  const short = Object.entries(SHORT).flatMap(([name, condition]) => {
    const value = input[name as keyof typeof SHORT];
    return value === undefined ? [] : [condition(value)];
  });
  return [...short, ...(input.errorsOnly ? [IS_ERROR] : []), ...(input.filter ?? [])];
}

/** Returns the observations found, by trace, and where the next search goes on. */
async function findTraces(
  input: Search,
  reads: ApiReads,
  limit: number,
): Promise<{ traces: ReadonlyMap<string, readonly ReadObservation[]>; next: string | undefined }> {
  const traces = new Map<string, ReadObservation[]>();
  const times = { fromStartTime: input.since, toStartTime: input.until };
  let pages = 0;
  let last: string | undefined;
  for await (const page of reads.observations(conditionsOf(input), { fields: FIELDS, ...times })) {
    for (const observation of page) {
      const ofTrace = traces.get(observation.traceId);
      if (ofTrace === undefined && traces.size === limit) return { traces, next: last };
      if (ofTrace === undefined) traces.set(observation.traceId, [observation]);
      else ofTrace.push(observation);
      last = observation.startTime;
    }
    pages++;
    if (pages === MOST_PAGES) return { traces, next: last };
  }
  return { traces, next: undefined };
}

async function describeTraces(
  reads: ApiReads,
  traces: ReadonlyMap<string, readonly ReadObservation[]>,
): Promise<string[]> {
  const which: Condition = { type: "stringOptions", column: "traceId", operator: "any of", value: [...traces.keys()] };
  const [roots, totals, errors] = await Promise.all([
    reads.observationList([which, IS_ROOT], { fields: FIELDS }, MOST_ROOTS),
    totalsOf(reads, [which], ["count_count", "sum_totalTokens", "sum_totalCost"]),
    totalsOf(reads, [which, IS_ERROR], ["count_count"]),
  ]);
  const rootsOf = Map.groupBy(roots, ({ traceId }) => traceId);
  return Array.from(traces, ([id, seen]) =>
    traceLines(id, rootsOf.get(id) ?? topsAmong(seen), seen, totals.get(id) ?? {}, errors.get(id) ?? {}),
  );
}

/** Returns sums over the observations of each trace, by names such as `sum_totalTokens`. */
async function totalsOf(
  reads: ApiReads,
  filters: readonly Condition[],
  names: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const metrics = names.map((name) => {
    const [aggregation, measure] = name.split("_");
    return { aggregation, measure };
  });
  const query = {
    view: "observations",
    dimensions: [{ field: "traceId" }],
    metrics,
    filters,
    fromTimestamp: "1970-01-01T00:00:00.000Z",
    toTimestamp: "2200-01-01T00:00:00.000Z",
    orderBy: [{ field: names[0], direction: "desc" }],
    config: { row_limit: MOST_TRACES },
  };
  const { data } = await reads.json<Page<Row>>("/v2/metrics", { query: JSON.stringify(query) });
  return new Map(data.map((row) => [String(row["traceId"]), row]));
}

function traceLines(
  id: string,
  tops: readonly ReadObservation[],
  seen: readonly ReadObservation[],
  totals: Row,
  errors: Row,
): string {
  const { name, startTime, latency, userId, sessionId, environment, tags } = traceFields(tops);
  const [observations, tokens, cost] = ["count_count", "sum_totalTokens", "sum_totalCost"].map((field) =>
    Number(totals[field] ?? 0),
  ) as [number, number, number];
  const failed = Number(errors["count_count"] ?? 0);
  const models = [...new Set(seen.flatMap(({ providedModelName }) => providedModelName ?? []))];
  const facts = [
    secondsText(latency / 1_000),
    counted(observations, "observation"),
    failed > 0 && counted(failed, "error"),
    tokens > 0 && counted(tokens, "token"),
    cost > 0 && costText(cost),
    models.length > 0 && `models ${models.join(", ")}`,
    userId !== undefined && `user ${userId}`,
    sessionId !== undefined && `session ${sessionId}`,
    environment !== undefined && `environment ${environment}`,
    tags.length > 0 && `tags ${tags.join(", ")}`,
  ].filter((fact) => fact !== false);
  return `trace ${id}  ${JSON.stringify(name)}  ${new Date(startTime).toISOString()}\n  ${facts.join("; ")}`;
}
