import { type ChSql, ch } from "../../database/clickhouse-sql.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";

/** Filter on a list of texts. */
export type ListFilter = Extract<Filter, { type: "stringOptions" | "arrayOptions" | "null" }>;

/** Returns a condition on a list of texts. */
export function listCh(list: ChSql, filter: ListFilter): ChSql {
  if (filter.type === "null") return filter.operator === "is null" ? ch`empty(${list})` : ch`notEmpty(${list})`;
  const { operator, value } = filter;
  if (operator === "all of") return ch`hasAll(${list}, ${value})`;
  return operator === "any of" ? ch`hasAny(${list}, ${value})` : ch`NOT hasAny(${list}, ${value})`;
}
