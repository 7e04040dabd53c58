import type { Filter, FilterNode } from "../../../query/filter-syntax.ts";
import type { ObservationFilterColumn } from "../../../query/observation-filter-columns.ts";
import { type Sql, arraySql, joinSql, sql } from "../../../storage/sql.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import { type CommentsByObservation, commentedColumns } from "./filters/observation-columns.ts";

/** Returns the conditions on an observation `o` of a project that filters make. */
export function observationConditions(
  projectId: string,
  filters: ReadonlyArray<FilterNode<ObservationFilterColumn>>,
  comments: CommentsByObservation,
): Sql[] {
  return [
    sql`o.projectId = ${projectId}`,
    ...filters.flatMap((filter) => ("filters" in filter ? [] : daysOf(projectId, filter))),
    ...filterConditions(projectId, filters, commentedColumns(comments)),
  ];
}

/** Returns SQL for the observations `o` that meet all conditions, each in its newest state. */
export function foundObservations(conditions: readonly Sql[]): Sql {
  return sql`observations AS o FINAL WHERE ${joinSql(conditions, " AND ")}`;
}

/** Returns a condition on the days of the traces that a query selects: the engine then reads these days alone. */
export function daysOfTraces(projectId: string, traces: Sql): Sql {
  return sql`o.day IN (SELECT day FROM observation_traces WHERE projectId = ${projectId} AND traceId IN ${traces})`;
}

/** Returns a condition on the days that a filter leaves: those of its traces, or of its time. */
function daysOf(projectId: string, filter: Filter<ObservationFilterColumn>): Sql[] {
  const { column } = filter;
  if (column === "traceId") {
    if (filter.type === "string" && filter.operator === "=" && filter.value !== "")
      return [daysOfTraces(projectId, sql`(${filter.value})`)];
    if (filter.type === "stringOptions" && filter.operator === "any of") {
      return [daysOfTraces(projectId, sql`${arraySql(filter.value)}`)];
    }
  }
  if (column !== "startTime" || filter.type !== "datetime") return [];
  const day = sql`intDiv(${filter.value}, 86400000)`;
  const { operator } = filter;
  return [operator === ">" || operator === ">=" ? sql`o.day >= ${day} - 1` : sql`o.day <= ${day}`];
}
