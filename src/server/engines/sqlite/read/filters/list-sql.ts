import { type Sql, joinSql, listSql, sql } from "../../../../storage/sql.ts";
import type { ListFilter } from "../../../sql/filter-condition.ts";
import { MOST_GLANCES } from "./comparisons.ts";

/** Returns a condition on a JSON list of texts. */
export function listCondition(list: Sql, filter: ListFilter): Sql {
  if (filter.type === "null")
    return sql`json_array_length(${list}) ${filter.operator === "is null" ? sql`=` : sql`>`} 0`;
  const { operator, value } = filter;
  const options = [...new Set(value)];
  const shared = sql`FROM json_each(${list}) WHERE value IN ${listSql(options)}`;
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
