import {
  IS_ERROR,
  MOST_SUMMARIES,
  SUMMARY_FIELDS,
  summarizeTraces,
  type Condition,
  type ReadObservation,
  type TraceSummary,
} from "@svc/core/internal";
import { OBSERVATION_FILTER_COLUMNS } from "../query/observation-filter-columns.ts";
import type { ApiReads } from "./api-reads.ts";
import { idText, quoted, quotedList, resultOf } from "./recorded-text.ts";
import { counted, costText, secondsText } from "./result-text.ts";
import { type Tool, WHERE, defineTool, filter, integer, text, time } from "./tool.ts";

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
  where?: string;
  since?: string;
  until?: string;
  limit?: number;
}

const DEFAULT_TRACES = 20;

/** Most pages of observations that one search reads. */
const MOST_PAGES = 10;

/** Conditions of the properties that are short for one. */
const SHORT = {
  name: (value) => ({ type: "string", column: "name", operator: "contains", value }),
  traceName: (value) => ({ type: "string", column: "traceName", operator: "contains", value }),
  model: (value) => ({ type: "string", column: "providedModelName", operator: "contains", value }),
  userId: (value) => ({ type: "string", column: "userId", operator: "=", value }),
  sessionId: (value) => ({ type: "string", column: "sessionId", operator: "=", value }),
  environment: (value) => ({ type: "string", column: "environment", operator: "=", value }),
  tag: (value) => ({ type: "arrayOptions", column: "tags", operator: "any of", value: [value] }),
  // The API has an index for this operator, and refuses a search through contents without it.
  text: (value) => ({ type: "string", column: "content", operator: "matches", value }),
} satisfies Partial<Record<keyof Search, (value: string) => Condition>>;

export const searchTraces: Tool = defineTool<Search>({
  name: "search_traces",
  title: "Search traces",
  description:
    "Finds traces of the application: one trace is one run, such as a request or a job, with its model calls, tool calls and " +
    "retrievals. Without input it lists the newest. A trace is found when one of its observations meets all conditions. Each " +
    "result has the trace id, name, start, latency, tokens, cost and errors; read_trace shows one.",
  properties: {
    text: text("Text in the input or output of an observation, in any case, from the beginning of a word."),
    name: text("Part of the name of an observation, such as a tool or a function."),
    traceName: text("Part of the name of the trace."),
    model: text("Part of the name of the model."),
    userId: text("Id of the user, as the application sets it."),
    sessionId: text("Id of the session, as the application sets it."),
    environment: text("Environment, such as production."),
    tag: text("Tag of the trace."),
    errorsOnly: { type: "boolean", default: false, description: "Finds only traces with a failed observation." },
    filter: filter(Object.keys(OBSERVATION_FILTER_COLUMNS)),
    where: WHERE,
    since: time("Observations that start at this time or later."),
    until: time("Observations that start before this time."),
    limit: integer("Most traces to return.", 1, MOST_SUMMARIES, DEFAULT_TRACES),
  },
  async run(input, reads) {
    const { limit = DEFAULT_TRACES } = input;
    const found = await findTraces(input, reads, limit);
    if (found.traces.size === 0) {
      return "No trace was found. Search with fewer conditions, or without any for the newest traces. Observations arrive when they have ended.";
    }
    const lines = (await summarizeTraces(reads, found.traces)).map(traceLines);
    if (found.next !== undefined) {
      lines.push(
        `[There may be more. Search again with "until": "${found.next}" for older ones; a trace that began before may be listed again.]`,
      );
    }
    return resultOf(lines);
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
  for await (const page of reads.observations(conditionsOf(input), {
    fields: SUMMARY_FIELDS,
    where: input.where,
    ...times,
  })) {
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

function traceLines(trace: TraceSummary): string {
  const { traceId, name, startTime, latency, observations, errors, tokens, cost, models, tags } = trace;
  const facts = [
    secondsText(latency),
    counted(observations, "observation"),
    errors > 0 && counted(errors, "error"),
    tokens > 0 && counted(tokens, "token"),
    cost > 0 && costText(cost),
    models.length > 0 && `models ${quotedList(models)}`,
    trace.userId !== null && `user ${quoted(trace.userId)}`,
    trace.sessionId !== null && `session ${quoted(trace.sessionId)}`,
    trace.environment !== null && `environment ${quoted(trace.environment)}`,
    tags.length > 0 && `tags ${quotedList(tags)}`,
  ].filter((fact) => fact !== false);
  return `trace ${idText(traceId)}  ${quoted(name)}  ${startTime}\n  ${facts.join("; ")}`;
}
