import type { Condition } from "../../storage/sql-condition.ts";
import type { Filter } from "../filter-syntax.ts";
import type { FilterColumn } from "../observation-filter-columns.ts";
import type { TextSearch } from "./text-search.ts";

type TextFilter = Extract<Filter, { type: "string" | "stringObject" }>;
type OptionsFilter = Extract<Filter, { type: "stringOptions" | "arrayOptions" }>;
type KeyedFilter = Extract<Filter, { key: string }>;

const OPTIONS = "(SELECT value FROM json_each(?))";

/** Returns the SQL of one condition on the row `o`. `checkFilters` has accepted the condition on the column. */
export function filterSql(filter: Filter, column: FilterColumn, search: TextSearch): Condition {
  const { sql, kind } = column;
  if ("key" in filter) return kind === "metadata" ? metadataSql(sql, filter) : scoreSql(sql, filter);
  switch (filter.type) {
    case "datetime":
    case "number":
      return { sql: `${sql} ${filter.operator} ?`, values: [filter.value] };
    case "boolean":
      return { sql: `${sql} = ${filter.value === (filter.operator === "=") ? 1 : 0}`, values: [] };
    case "null":
      return { sql: nullSql(column, filter.operator === "is null"), values: [] };
    case "string":
      if (kind === "content" && filter.operator === "matches") return search.condition(sql, filter.value);
      return { ...textSql(orEmpty(column, filter), filter), isSelective: isExact(column, filter) };
    case "stringOptions":
    case "arrayOptions":
      break;
  }
  return kind === "list" ? listSql(sql, filter) : optionsSql(column, filter);
}

/** Returns SQL that reads null as an empty text, so that both equal an empty text and neither contains anything. */
function orEmpty(column: FilterColumn, { operator, value }: TextFilter): string {
  return column.isRequired || (operator === "=" && value !== "") ? column.sql : `coalesce(${column.sql}, '')`;
}

function isExact({ isSelective = false }: FilterColumn, { operator, value }: TextFilter): boolean {
  return isSelective && operator === "=" && value !== "";
}

function nullSql({ sql, kind, isRequired }: FilterColumn, isNull: boolean): string {
  if (kind === "list") return `json_array_length(${sql}) ${isNull ? "=" : ">"} 0`;
  if (kind === "text" || kind === "content") {
    const empty = isRequired ? sql : `coalesce(${sql}, '')`;
    return `${empty} ${isNull ? "=" : "<>"} ''`;
  }
  return `${sql} IS ${isNull ? "" : "NOT "}NULL`;
}

/** Comparisons for a text that is never null, by operator. Every `?` takes the value of the filter. */
const TEXT_SQL: Readonly<Record<TextFilter["operator"], (sql: string) => string>> = {
  "=": (sql) => `${sql} = ?`,
  contains: (sql) => `instr(${sql}, ?) > 0`,
  // An empty text does not meet this condition.
  "does not contain": (sql) => `(${sql} <> '' AND instr(${sql}, ?) = 0)`,
  "starts with": (sql) => `substr(${sql}, 1, length(?)) = ?`,
  // Every text ends with an empty text, but `substr(text, -0)` in SQLite does not return an empty text.
  "ends with": (sql) => `(? = '' OR substr(${sql}, -length(?)) = ?)`,
  matches: (sql) => `text_matches(${sql}, ?)`,
};

function textSql(sql: string, { operator, value }: TextFilter): Condition {
  const text = TEXT_SQL[operator]("\0");
  const values = Array.from({ length: text.split("?").length - 1 }, () => value);
  return { sql: text.replaceAll("\0", () => sql), values };
}

function optionsSql(column: FilterColumn, { operator, value }: OptionsFilter): Condition {
  const isAny = operator === "any of";
  const sql = column.isRequired || (isAny && !value.includes("")) ? column.sql : `coalesce(${column.sql}, '')`;
  return {
    sql: `${sql} ${isAny ? "" : "NOT "}IN ${OPTIONS}`,
    values: [JSON.stringify(value)],
    isSelective: isAny && sql === column.sql && (column.isSelective ?? false),
  };
}

function listSql(sql: string, { operator, value }: OptionsFilter): Condition {
  const options = [...new Set(value)];
  const values = [JSON.stringify(options)];
  const shared = `FROM json_each(${sql}) WHERE value IN ${OPTIONS}`;
  if (operator === "all of") return { sql: `(SELECT count(DISTINCT value) ${shared}) = ${options.length}`, values };
  return { sql: `${operator === "any of" ? "" : "NOT "}EXISTS (SELECT 1 ${shared})`, values };
}

/** Returns SQL for the text of a leaf: a text as it is, null as an empty text, anything else as the stored JSON. */
const leafText = (sql: string): string =>
  `CASE m.type WHEN 'text' THEN m.value WHEN 'null' THEN '' ELSE ${sql} -> m.fullkey END`;

/**
 * Returns a condition on one leaf of the metadata. A missing key meets no condition, whatever the operator. A look at the text
 * of a row rules out most rows before their JSON is read.
 */
function metadataSql(sql: string, filter: KeyedFilter): Condition {
  const needles = needlesOf(filter);
  const leaf = leafSql(sql, filter);
  const glance = needles.map(() => `instr(${sql}, ?) > 0`).join(" OR ");
  return {
    sql: `((${glance}) AND EXISTS (SELECT 1 FROM json_each(${sql}) m WHERE m.key = ? AND ${leaf.sql}))`,
    values: [...needles, filter.key, ...leaf.values],
  };
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

function leafSql(sql: string, filter: KeyedFilter): Condition {
  switch (filter.type) {
    case "stringObject":
      return textSql(`(${leafText(sql)})`, filter);
    case "numberObject":
      return { sql: `m.type IN ('integer', 'real') AND m.value ${filter.operator} ?`, values: [filter.value] };
    case "booleanObject":
      return { sql: "m.type = ?", values: [String(filter.value === (filter.operator === "="))] };
    case "categoryOptions":
      break;
  }
  const not = filter.operator === "any of" ? "" : "NOT ";
  // A list of texts meets the condition when any of its items does.
  const items = `CASE m.type WHEN 'array' THEN ${sql} -> m.fullkey ELSE json_array(${leafText(sql)}) END`;
  return {
    sql: `${not}EXISTS (SELECT 1 FROM json_each(${items}) i WHERE i.value IN ${OPTIONS})`,
    values: [JSON.stringify(filter.value)],
  };
}

/** Returns a condition on the scores of one name. `sql` selects the object that the scores are about. */
function scoreSql(sql: string, filter: KeyedFilter): Condition {
  const scores = `FROM scores s WHERE ${sql} AND s.name = ?`;
  switch (filter.type) {
    case "numberObject":
      return {
        sql: `(SELECT avg(s.value) ${scores} AND s.dataType = 'NUMERIC') ${filter.operator} ?`,
        values: [filter.key, filter.value],
      };
    case "categoryOptions": {
      const not = filter.operator === "any of" ? "" : "NOT ";
      return {
        sql: `${not}EXISTS (SELECT 1 ${scores} AND s.dataType = 'CATEGORICAL' AND s.stringValue IN ${OPTIONS})`,
        values: [filter.key, JSON.stringify(filter.value)],
      };
    }
    case "booleanObject":
      return {
        sql: `EXISTS (SELECT 1 ${scores} AND s.dataType = 'BOOLEAN' AND s.value = ?)`,
        values: [filter.key, filter.value === (filter.operator === "=") ? 1 : 0],
      };
    case "stringObject":
      break;
  }
  throw new Error(`a ${filter.type} filter is no condition on scores`);
}
