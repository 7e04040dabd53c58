import { type Sql, joinSql, sql } from "../../../storage/sqlite/sql.ts";
import type { Filter } from "../../filter-syntax.ts";
import { COMPARISONS, TEXT_COMPARISONS, optionsSql } from "./comparisons.ts";

type KeyedFilter = Extract<Filter, { key: string }>;

/**
 * Returns a condition on one leaf of the metadata. A missing key meets no condition, whatever the operator. A look at the text
 * of a row rules out most rows before their JSON is read.
 */
export function metadataSql(metadata: Sql, filter: KeyedFilter): Sql {
  const glances = needlesOf(filter).map((needle) => sql`instr(${metadata}, ${needle}) > 0`);
  return sql`((${joinSql(glances, " OR ")}) AND EXISTS (
    SELECT 1 FROM json_each(${metadata}) m WHERE m.key = ${filter.key} AND ${leafSql(metadata, filter)}))`;
}

/**
 * Returns texts of which every row that meets the condition stores one: the key, with the value where the whole value is known.
 */
function needlesOf(filter: KeyedFilter): string[] {
  const key = `${JSON.stringify(filter.key)}:`;
  if (filter.type !== "stringObject" || filter.operator !== "=") return [key];
  const { value } = filter;
  return [JSON.stringify(value), value === "" ? "null" : value].map((text) => key + text);
}

/** Returns a condition on the leaf `m` of the metadata. */
function leafSql(metadata: Sql, filter: KeyedFilter): Sql {
  switch (filter.type) {
    case "stringObject":
      return TEXT_COMPARISONS[filter.operator](sql`(${leafText(metadata)})`, filter.value);
    case "numberObject":
      return sql`m.type IN ('integer', 'real') AND m.value ${COMPARISONS[filter.operator]} ${filter.value}`;
    case "booleanObject":
      return sql`m.type = ${String(filter.value === (filter.operator === "="))}`;
    case "categoryOptions":
      break;
  }
  // A list of texts meets the condition when any of its items does.
  const items = sql`CASE m.type WHEN 'array' THEN ${metadata} -> m.fullkey ELSE json_array(${leafText(metadata)}) END`;
  const found = sql`EXISTS (SELECT 1 FROM json_each(${items}) i WHERE i.value IN ${optionsSql(filter.value)})`;
  return filter.operator === "any of" ? found : sql`NOT ${found}`;
}

/** Returns SQL for the text of a leaf: a text as it is, null as an empty text, anything else as the stored JSON. */
function leafText(metadata: Sql): Sql {
  return sql`CASE m.type WHEN 'text' THEN m.value WHEN 'null' THEN '' ELSE ${metadata} -> m.fullkey END`;
}
