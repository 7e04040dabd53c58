import type { RecordReader } from "../../database/record-reader.ts";
import { joinSql, sql } from "../../../../storage/sql.ts";
import type { MetricsQuery } from "../../../../query/metrics-query.ts";
import { metricsRows } from "../../../../query/metrics-rows.ts";
import { METRICS_VIEWS, splitsOf } from "../../../../query/metrics-views.ts";
import { stepsOf } from "../../../../query/time-buckets.ts";
import { type MetricsSource, aggregatesSql, metricsStatement } from "../../../sql/metrics-statement.ts";
import { type Condition, ofProject } from "../filters/condition.ts";
import { filterConditions } from "../filters/filter-conditions.ts";
import type { FilterSearches } from "../filters/filter-searches.ts";
import { SQLITE } from "../sqlite-dialect.ts";
import { hourTotals } from "./hour-totals.ts";
import { SPLITS, type SqliteView, viewSqlOf } from "./view-sql.ts";

/** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
export function readMetrics(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: MetricsQuery,
): Array<Record<string, unknown>> {
  const steps = stepsOf(query);
  const view = viewSqlOf(query.view, steps?.offsets);
  const found = filterConditions(query.filters, view.filterColumns, searches);
  const conditions = found.map((condition) => condition.sql);
  const source =
    hourTotals(records, projectId, query, steps, conditions) ?? observedRows(projectId, query, view, found);
  return metricsRows(records.all(metricsStatement(SQLITE, query, steps, view, source)), query, steps);
}

function observedRows(
  projectId: string,
  query: MetricsQuery,
  view: SqliteView,
  found: readonly Condition[],
): MetricsSource {
  const { from, where, time } = view;
  // By its index on the time, SQLite would walk through all of the time in search of a few rows.
  const comparedTime = found.some(({ isSelective }) => isSelective) ? sql`+${time}` : time;
  const conditions = [
    ofProject(view.projectId, projectId, found),
    where,
    sql`${comparedTime} >= ${query.from} AND ${comparedTime} < ${query.to}`,
    ...found.map((condition) => condition.sql),
  ];
  const joins = [...splitsOf(query, METRICS_VIEWS[query.view])].map((split) => SPLITS[split]);
  return {
    from: joinSql([from, ...joins], " "),
    where: joinSql(conditions, " AND "),
    metrics: aggregatesSql(SQLITE, query, view),
  };
}
