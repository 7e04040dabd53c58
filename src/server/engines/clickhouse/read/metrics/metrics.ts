import type { ClickHouseDatabase } from "../../database/clickhouse-database.ts";
import { joinSql, sql } from "../../../../storage/sql.ts";
import type { MetricsQuery } from "../../../../query/metrics-query.ts";
import { metricsRows } from "../../../../query/metrics-rows.ts";
import { METRICS_VIEWS, splitsOf } from "../../../../query/metrics-views.ts";
import { stepsOf } from "../../../../query/time-buckets.ts";
import { aggregatesSql, metricsStatement } from "../../../sql/metrics-statement.ts";
import { CLICKHOUSE } from "../clickhouse-dialect.ts";
import { filterConditions } from "../filters/filter-conditions.ts";
import type { CommentsByObservation } from "../filters/observation-columns.ts";
import { SPLITS, viewOf } from "./view-sql.ts";

/** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
export async function readMetrics(
  database: ClickHouseDatabase,
  projectId: string,
  query: MetricsQuery,
  comments: CommentsByObservation,
): Promise<Array<Record<string, unknown>>> {
  const steps = stepsOf(query);
  const view = viewOf(projectId, query, comments, steps?.offsets);
  const splits = [...splitsOf(query, METRICS_VIEWS[query.view])].map((split) => SPLITS[split]);
  const conditions = [
    view.where,
    sql`${view.time} >= ${query.from} AND ${view.time} < ${query.to}`,
    ...filterConditions(projectId, query.filters, view.filterColumns),
  ];
  const statement = metricsStatement(CLICKHOUSE, query, steps, view, {
    from: joinSql([view.from, ...splits], " "),
    where: joinSql(conditions, " AND "),
    metrics: aggregatesSql(CLICKHOUSE, query, view),
  });
  return metricsRows(await database.all(statement), query, steps);
}
