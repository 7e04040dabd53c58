import { parseJson } from "../../../../http/json.ts";
import { type Sql, joinSql, listSql, sql } from "../../../../storage/sql.ts";
import { COMPARISONS, type KeyedFilter } from "../../../sql/filter-condition.ts";
import { MOST_GLANCES, TEXT_COMPARISONS } from "./comparisons.ts";
import { LEAVES, type WantedValues } from "./value-search.ts";

/**
 * Returns a condition on one leaf of the metadata. A missing key meets no condition, whatever the operator. A look at the text
 * of a row rules out most rows before their JSON is read.
 */
export function metadataSql(metadata: Sql, filter: KeyedFilter): Sql {
  return sql`(${glanceSql(metadata, filter, `${JSON.stringify(filter.key)}:`)} AND EXISTS (
    SELECT 1 FROM json_each(${metadata}) m WHERE m.key = ${filter.key} AND ${leafSql(metadata, filter)}))`;
}

/** Returns the values of the index to search for. */
export function metadataValues(filter: KeyedFilter): WantedValues {
  return {
    field: "metadata",
    key: filter.key,
    glance: leavesGlanceSql(filter),
    leaf: leafSql(LEAVES, filter),
  };
}

/** Returns a condition on {@link LEAVES}. Every list with a wanted value meets it. */
function leavesGlanceSql(filter: KeyedFilter): Sql {
  if (filter.type !== "categoryOptions") return glanceSql(LEAVES, filter, "");
  if (filter.operator === "none of" || filter.value.length > MOST_GLANCES) return sql`1`;
  const options = filter.value.map((option) => hasLeafSql(LEAVES, "", option));
  return sql`(${joinSql(options, " OR ")})`;
}

/** Comparisons that only a text with the value in it meets. */
const HOLDING: ReadonlySet<string> = new Set(["contains", "starts with", "ends with"]);

/** Returns a condition on a JSON text with leaves. Every text with such a leaf meets it. `key` stands before the leaf. */
function glanceSql(json: Sql, filter: KeyedFilter, key: string): Sql {
  const has = (text: string): Sql => hasSql(json, text);
  if (filter.type !== "stringObject") return has(key);
  const { operator, value } = filter;
  if (operator === "=") return hasLeafSql(json, key, value);
  const isAsWritten = JSON.stringify(value) === `"${value}"`;
  return HOLDING.has(operator) && isAsWritten ? sql`${has(value)} AND ${has(key)}` : has(key);
}

/** Returns a condition on a JSON text. Every text that has a leaf with this text behind `key` meets it. */
function hasLeafSql(json: Sql, key: string, value: string): Sql {
  const asText = hasSql(json, key + JSON.stringify(value));
  // Without quotation marks stands only what is JSON itself.
  const bare = value === "" ? "null" : value;
  return parseJson(bare) === undefined ? asText : sql`(${asText} OR ${hasSql(json, key + bare)})`;
}

function hasSql(json: Sql, text: string): Sql {
  return sql`instr(${json}, ${text}) > 0`;
}

/** Returns a condition on the leaf `m` of a JSON text. */
function leafSql(json: Sql, filter: KeyedFilter): Sql {
  switch (filter.type) {
    case "stringObject":
      return TEXT_COMPARISONS[filter.operator](sql`(${leafText(json)})`, filter.value);
    case "numberObject":
      return sql`m.type IN ('integer', 'real') AND m.value ${COMPARISONS[filter.operator]} ${filter.value}`;
    case "booleanObject":
      return sql`m.type = ${String(filter.value === (filter.operator === "="))}`;
    case "categoryOptions":
      break;
  }
  // A list of texts meets the condition when any of its items does. A number is no option.
  const items = sql`CASE m.type WHEN 'array' THEN ${json} -> m.fullkey WHEN 'integer' THEN '[]' WHEN 'real' THEN '[]'
    ELSE json_array(${leafText(json)}) END`;
  const found = sql`EXISTS (SELECT 1 FROM json_each(${items}) i WHERE i.value IN ${listSql(filter.value)})`;
  return filter.operator === "any of" ? found : sql`NOT ${found}`;
}

/**
 * Returns SQL for the text of a leaf: a text as it is, null as an empty text, anything else as the stored JSON. The text of an
 * integer is its JSON; in a long list, the path to each would take far longer.
 */
function leafText(json: Sql): Sql {
  return sql`CASE m.type WHEN 'text' THEN m.value WHEN 'null' THEN ''
    WHEN iif(typeof(m.value) = 'integer', 'integer', '') THEN CAST(m.value AS TEXT) ELSE ${json} -> m.fullkey END`;
}
