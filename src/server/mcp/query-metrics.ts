import { AGGREGATIONS } from "../query/metrics-query.ts";
import { METRICS_VIEWS } from "../query/metrics-views.ts";
import type { Condition, Page } from "@svc/core/internal";
import { ToolProblem } from "./api-reads.ts";
import { jsonLine, resultOf } from "./recorded-text.ts";
import { MOST_OF_A_RESULT, counted } from "./result-text.ts";
import { type Tool, WHERE, defineTool, filter, integer, text, time } from "./tool.ts";

/** Input of `query_metrics`. */
interface Question {
  view?: string;
  metrics: Array<{ measure: string; aggregation: string }>;
  dimensions?: string[];
  filter?: Condition[];
  where?: string;
  granularity?: string;
  timezone?: string;
  since?: string;
  until?: string;
  orderBy?: string;
  limit?: number;
}

const DEFAULT_VIEW = "observations";
const GRANULARITIES = ["auto", "minute", "hour", "day", "week", "month"];
const DEFAULT_ROWS = 50;
const MOST_ROWS = 200;
const WEEK_MS = 7 * 86_400_000;

/** Names of each view, as a text for a model. */
const NAMES = Object.entries(METRICS_VIEWS)
  .map(
    ([view, { dimensions, measures }]) =>
      `${view}: measures ${Object.keys(measures).join(", ")}; dimensions ${Object.keys(dimensions).join(", ")}.`,
  )
  .join(" ");

/** Tool that counts and adds up. */
export const queryMetrics: Tool = defineTool<Question>({
  name: "query_metrics",
  title: "Query metrics",
  description:
    "Counts and adds up over many observations or scores: calls, cost, tokens, latencies, by model, name, user or time. The result " +
    "is a row of JSON for each group, with fields such as sum_totalCost; latency and timeToFirstToken are milliseconds, costs USD. " +
    "The dimension costType needs the measure costByType, and usageType needs usageByType. " +
    `Names by view: ${NAMES}`,
  required: ["metrics"],
  properties: {
    view: { type: "string", enum: Object.keys(METRICS_VIEWS), default: DEFAULT_VIEW, description: "Rows to count." },
    metrics: {
      type: "array",
      minItems: 1,
      maxItems: 10,
      description: 'Figures of each row, such as {"measure":"latency","aggregation":"p95"}.',
      items: {
        type: "object",
        properties: { measure: { type: "string" }, aggregation: { type: "string", enum: AGGREGATIONS } },
        required: ["measure", "aggregation"],
        additionalProperties: false,
      },
    },
    dimensions: {
      type: "array",
      maxItems: 10,
      items: { type: "string" },
      description: "Fields to group by. Ids of traces, users and sessions need orderBy and no granularity.",
    },
    filter: filter(Object.keys(METRICS_VIEWS.observations.filterColumns)),
    where: WHERE,
    granularity: {
      type: "string",
      enum: GRANULARITIES,
      description: "Length of the steps of a time series. Default: none.",
    },
    timezone: text(
      "Time zone of the person, as an IANA name such as Europe/Berlin, with granularity: steps are hours, days, weeks and months " +
        "of this zone. Their beginnings are shown in UTC. Default: UTC.",
    ),
    since: time("Begin of the time. Default: 7 days before until."),
    until: time("End of the time. Default: now."),
    orderBy: {
      type: "string",
      description: "Field of the rows such as sum_totalCost. The rows with the highest values come first.",
    },
    limit: integer("Most rows to return.", 1, MOST_ROWS, DEFAULT_ROWS),
  },
  async run(question, reads) {
    const { view = DEFAULT_VIEW, metrics, dimensions = [], orderBy, limit = DEFAULT_ROWS } = question;
    const { granularity, timezone } = question;
    if (timezone !== undefined && granularity === undefined) {
      throw new ToolProblem("timezone goes with granularity, such as day: without steps, no time zone is of use.");
    }
    const until = question.until === undefined ? Date.now() : Date.parse(question.until);
    const from = question.since === undefined ? until - WEEK_MS : Date.parse(question.since);
    const times = { fromTimestamp: new Date(from).toISOString(), toTimestamp: new Date(until).toISOString() };
    if (from >= until)
      throw new ToolProblem(`"since" (${times.fromTimestamp}) must be before "until" (${times.toTimestamp}).`);
    const query = {
      view,
      metrics,
      dimensions: dimensions.map((field) => ({ field })),
      filters: question.filter ?? [],
      ...(question.where !== undefined && { where: question.where }),
      ...times,
      ...(granularity !== undefined && { timeDimension: { granularity, ...(timezone !== undefined && { timezone }) } }),
      ...(orderBy !== undefined && { orderBy: [{ field: orderBy, direction: "desc" }] }),
      config: { row_limit: limit },
    };
    const { data } = await reads.json<Page<unknown>>("/v2/metrics", { query: JSON.stringify(query) });
    return rowsText(data, limit);
  },
});

function rowsText(rows: readonly unknown[], limit: number): string {
  if (rows.length === 0) return "No row. The time is that of since and until, by default the last 7 days.";
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = jsonLine(row);
    length += line.length + 1;
    if (length > MOST_OF_A_RESULT) {
      lines.push(`[${lines.length} of ${counted(rows.length, "row")}: the rest is too long. Ask for fewer groups.]`);
      return resultOf(lines);
    }
    lines.push(line);
  }
  if (rows.length === limit) lines.push(`[The limit of ${counted(limit, "row")} is reached: there may be more.]`);
  return resultOf(lines);
}
