import { type Sql, joinSql, sql } from "../../../../storage/sql.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { MOST_GLANCES, optionsSql } from "./comparisons.ts";

/** Filter on a list of texts. */
export type ListFilter = Extract<Filter, { type: "stringOptions" | "arrayOptions" | "null" }>;

/** Returns a condition on a JSON list of texts. */
export function listSql(list: Sql, filter: ListFilter): Sql {
  if (filter.type === "null")
    return sql`json_array_length(${list}) ${filter.operator === "is null" ? sql`=` : sql`>`} 0`;
  const { operator, value } = filter;
  const options = [...new Set(value)];
  const shared = sql`FROM json_each(${list}) WHERE value IN ${optionsSql(options)}`;
  if (operator === "all of") return sql`(SELECT count(DISTINCT value) ${shared}) = ${options.length}`;
  return operator === "any of" ? sql`EXISTS (SELECT 1 ${shared})` : sql`NOT EXISTS (SELECT 1 ${shared})`;
}

/** Returns a condition on the text of a JSON list of such lists, each as text. Every text with a list that meets the filter meets it. */
export function listGlanceSql(text: Sql, filter: ListFilter): Sql {
  if (filter.type === "null" || filter.operator === "none of" || filter.value.length > MOST_GLANCES) return sql`1`;
  const options = filter.value.map((option) => sql`instr(${text}, ${jsonWithin(option)}) > 0`);
  return sql`(${joinSql(options, filter.operator === "all of" ? " AND " : " OR ")})`;
}

/** Returns the JSON of a text as it stands within a text in JSON. */
function jsonWithin(text: string): string {
  return JSON.stringify(JSON.stringify(text)).slice(1, -1);
}
