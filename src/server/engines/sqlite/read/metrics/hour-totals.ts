import type { RecordReader } from "../../database/record-reader.ts";
import { type Sql, integerSql, joinSql, nameSql, sql } from "../../../../storage/sql.ts";
import { HOUR_MS, LISTS_OF_BLOCK, TOTALLED, type TotalFigure } from "../../block-index/block-totals.ts";
import { untotalledRanges } from "../../block-index/blocks.ts";
import { conditionsIn } from "../../../../query/filter-syntax.ts";
import type { Aggregation, MetricsQuery } from "../../../../query/metrics-query.ts";
import type { TimeSteps } from "../../../../query/time-buckets.ts";
import { FRACTIONS, type MetricsSource } from "../../../sql/metrics-statement.ts";
import { MAY_GO_ON } from "../filters/condition.ts";
import { viewSqlOf } from "./view-sql.ts";

/** Figure of totals, or the list beside them. */
type Part = TotalFigure | "List";

/** Metric that totals answer: the parts of them that it needs, and SQL that joins these parts of several totals. */
interface Joined {
  parts: readonly Part[];
  join: (...parts: Sql[]) => Sql;
}

const FIGURES: Readonly<Partial<Record<Aggregation, Joined>>> = {
  count: { parts: ["Count"], join: (count) => sql`CAST(total(${count}) AS INTEGER)` },
  sum: { parts: ["Sum"], join: (sum) => sql`sum(${sum})` },
  avg: { parts: ["Sum", "Count"], join: (sum, count) => sql`sum(${sum}) / total(${count})` },
  min: { parts: ["Min"], join: (least) => sql`min(${least})` },
  max: { parts: ["Max"], join: (most) => sql`max(${most})` },
};

/** Lists beside the totals, by the measure whose values they hold. */
const LISTS: Readonly<Record<string, Sql>> = { latency: sql`l.latencies`, traceId: sql`l.traces` };

const MEASURES = viewSqlOf("observations").measures;

const TRACES: Joined = { parts: ["List"], join: (list) => sql`trace_count(${list})` };

/** Returns how totals answer a metric; undefined when they do not. */
function joinedOf({ measure, aggregation }: MetricsQuery["metrics"][number], bins: number): Joined | undefined {
  if (measure === "traceId") return TRACES;
  if (measure === "latency") {
    const fraction = (FRACTIONS as Readonly<Record<string, Sql>>)[aggregation];
    if (fraction !== undefined) return { parts: ["List"], join: (list) => sql`list_percentile(${list}, ${fraction})` };
    if (aggregation === "histogram")
      return { parts: ["List"], join: (list) => sql`list_histogram(${list}, ${integerSql(bins)})` };
  }
  return measure === "count" || Object.hasOwn(TOTALLED, measure) ? FIGURES[aggregation] : undefined;
}

const COLUMNS = sql`o.isRoot, o.type, o.name, o.level, o.environment, o.model`;

/** Dimensions and filter columns that read only {@link COLUMNS}. */
const NAMES: ReadonlySet<string> = new Set([
  "isRootObservation",
  "type",
  "name",
  "level",
  "environment",
  "traceEnvironment",
  "model",
  "providedModelName",
]);

/**
 * Returns the rows of a metrics query as totals by hour, where the query asks only for what the totals have. Observations without
 * totals, and those of hours that the time window cuts, are read one by one. `found` are the conditions of the filters.
 */
export function hourTotals(
  records: RecordReader,
  projectId: string,
  query: MetricsQuery,
  steps: TimeSteps | null,
  found: readonly Sql[],
): MetricsSource | undefined {
  const [first, end] = [Math.ceil(query.from / HOUR_MS), Math.floor(query.to / HOUR_MS)];
  const joined = query.metrics.map((metric) => joinedOf(metric, query.bins));
  if (first >= end || !isDividedAlike(query, steps) || !joined.every((metric) => metric !== undefined))
    return undefined;
  const ranges = untotalledRanges(records);
  if (ranges === undefined) return undefined;

  const parts = new Map(
    query.metrics.flatMap(({ measure }, index) =>
      (joined[index]?.parts ?? []).map((part) => [measure + part, { measure, part }]),
    ),
  );
  const hasLists = joined.some((metric) => metric.parts.includes("List"));
  const totals = hasLists
    ? sql`block_totals o JOIN block_lists l ON l.id = o.block * ${integerSql(LISTS_OF_BLOCK)} + o.part`
    : sql`block_totals o`;
  const select = (time: Sql, figure: (measure: string, part: Part) => Sql): Sql => {
    const figures = [...parts].map(([name, { measure, part }]) => sql`${figure(measure, part)} AS ${nameSql(name)}`);
    return sql`SELECT ${COLUMNS}, ${time} AS startTime, ${joinSql(figures, ", ")}`;
  };
  const where = (...conditions: Sql[]): Sql => sql`WHERE ${joinSql([...conditions, MAY_GO_ON, ...found], " AND ")}`;
  const ofThis = sql`o.projectId = ${projectId}`;
  const rows = select(sql`o.startTime`, figureOfRow);
  const [start, last] = [first * HOUR_MS, end * HOUR_MS];
  const union = [
    sql`${select(sql`o.hour * ${integerSql(HOUR_MS)}`, figureOfTotals)} FROM ${totals}
      ${where(ofThis, sql`o.hour >= ${first} AND o.hour < ${end}`)}`,
    // With `+`, SQLite cannot take the index over the time, in which it would walk through all of it.
    sql`${rows} FROM json_each(${JSON.stringify(ranges)}) r CROSS JOIN observations o
      ${where(sql`o.seq BETWEEN r.value ->> 'first' AND r.value ->> 'last'`, sql`+${ofThis}`, within(start, last))}`,
    ...[within(query.from, start), within(last, query.to)].map(
      (edge) => sql`${rows} FROM observations o ${where(ofThis, edge)}`,
    ),
  ];
  return {
    from: sql`(${joinSql(union, " UNION ALL ")}) o`,
    where: sql`1`,
    metrics: joined.map(({ parts: own, join }, index) => {
      const measure = query.metrics[index]?.measure ?? "";
      return join(...own.map((part) => sql`o.${nameSql(measure + part)}`));
    }),
  };
}

/**
 * Returns true when the rows of a query are divided by hours of UTC, or longer, and otherwise only as the totals are. In zones whose
 * clocks are half an hour off, an hour of the totals has a part of each of two local hours.
 */
function isDividedAlike({ view, dimensions, filters }: MetricsQuery, steps: TimeSteps | null): boolean {
  return (
    view === "observations" &&
    (steps === null || steps.length === "month" || steps.length % HOUR_MS === 0) &&
    (steps === null || steps.offsets.every(({ from, offset }) => offset % HOUR_MS === 0 && isAtHour(from))) &&
    dimensions.every((name) => NAMES.has(name)) &&
    conditionsIn(filters).every(({ column }) => NAMES.has(column))
  );
}

function isAtHour(time: number): boolean {
  return time === -Infinity || time % HOUR_MS === 0;
}

function within(from: number, to: number): Sql {
  return sql`o.startTime >= ${from} AND o.startTime < ${to}`;
}

function figureOfTotals(measure: string, part: Part): Sql {
  if (part === "List") return LISTS[measure] ?? sql`NULL`;
  if (measure !== "count") return sql`o.${nameSql(measure + part)}`;
  return part === "Count" || part === "Sum" ? sql`o.observations` : sql`1.0`;
}

function figureOfRow(measure: string, part: Part): Sql {
  const value = MEASURES[measure] ?? sql`NULL`;
  if (part === "List") return measure === "traceId" ? sql`json_array(${value})` : value;
  return part === "Count" ? sql`(${value} IS NOT NULL)` : sql`CAST(${value} AS REAL)`;
}
