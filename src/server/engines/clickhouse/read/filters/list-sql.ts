import { type Sql, arraySql, sql } from "../../../../storage/sql.ts";
import type { ListFilter } from "../../../sql/filter-condition.ts";

/** Returns a condition on a list of texts. */
export function listCondition(list: Sql, filter: ListFilter): Sql {
  if (filter.type === "null") return filter.operator === "is null" ? sql`empty(${list})` : sql`notEmpty(${list})`;
  const { operator, value } = filter;
  if (operator === "all of") return sql`hasAll(${list}, ${arraySql(value)})`;
  return operator === "any of"
    ? sql`hasAny(${list}, ${arraySql(value)})`
    : sql`NOT hasAny(${list}, ${arraySql(value)})`;
}
