import { type Sql, sql } from "../../../storage/sql.ts";
import type { ExperimentQuery } from "../../../query/experiment-query.ts";
import type { SqlColumns } from "../../sql/filter-condition.ts";
import { MAY_GO_ON } from "./filters/condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";

/** Condition for a span of an item. The other spans of an experiment are the work of its evaluators. */
export const IS_OF_ITEM: Sql = sql`coalesce(e.experimentItemId, '') <> ''`;

/** Condition for a span that stands for a whole item: the root span of the item. */
export const IS_ITEM: Sql = sql`e.experimentItemId <> '' AND e.spanId = e.experimentItemRootId`;

/** Returns the conditions of a query on the row `e` of `observation_experiments`: project, time window and filters. */
export function experimentConditions<Column extends string>(
  projectId: string,
  { filters, from, to }: ExperimentQuery<Column>,
  columns: SqlColumns<Column>,
  searches: FilterSearches,
): Sql[] {
  return [
    sql`e.projectId = ${projectId} AND ${MAY_GO_ON}`,
    sql`e.startTime >= ${from}`,
    ...(to === null ? [] : [sql`e.startTime < ${to}`]),
    ...filterConditions(filters, columns, searches).map((condition) => condition.sql),
  ];
}
