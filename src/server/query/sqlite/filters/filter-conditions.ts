import { type Sql, integerSql, sql } from "../../../storage/sqlite/sql.ts";
import type { ColumnKind, FilterColumns } from "../../filter-columns.ts";
import type { Filter } from "../../filter-syntax.ts";
import { COMPARISONS, TEXT_COMPARISONS, optionsSql } from "./comparisons.ts";
import { type Condition, condition } from "./condition.ts";
import { metadataSql } from "./metadata-sql.ts";
import { scoreSql } from "./score-sql.ts";
import type { TextSearch } from "./text-search.ts";

type TextFilter = Extract<Filter, { type: "string" }>;
type OptionsFilter = Extract<Filter, { type: "stringOptions" | "arrayOptions" }>;

/** Columns that filters can name, as SQLite reads them. */
export interface SqlColumns<Column extends string = string> {
  kinds: FilterColumns<Column>;
  /** SQL for the value of each column; for scores, the condition that selects the object they are about. */
  sql: Readonly<Record<Column, Sql>>;
  /** Columns that are never null. */
  required?: ReadonlySet<Column>;
  /** Columns whose values few rows share. SQLite finds these rows first and sorts them afterwards. */
  selective?: ReadonlySet<Column>;
}

/** One column of {@link SqlColumns}. */
interface SqlColumn {
  kind: ColumnKind;
  sql: Sql;
  isRequired: boolean;
  isSelective: boolean;
}

/** Returns the conditions of filters that `checkFilters` has accepted on these columns. */
export function filterConditions<Column extends string>(
  filters: ReadonlyArray<Filter<Column>>,
  { kinds, sql: texts, required, selective }: SqlColumns<Column>,
  search: TextSearch,
): Condition[] {
  return filters.map((filter) => {
    const { column } = filter;
    const isRequired = required?.has(column) ?? false;
    const isSelective = selective?.has(column) ?? false;
    return filterCondition(filter, { kind: kinds[column], sql: texts[column], isRequired, isSelective }, search);
  });
}

function filterCondition(filter: Filter, column: SqlColumn, search: TextSearch): Condition {
  const { sql: value, kind } = column;
  if ("key" in filter) return condition(kind === "metadata" ? metadataSql(value, filter) : scoreSql(value, filter));
  switch (filter.type) {
    case "datetime":
    case "number":
      return condition(sql`${value} ${COMPARISONS[filter.operator]} ${filter.value}`);
    case "boolean":
      // Text, not a placeholder: only so can SQLite use the indexes of the rows with this value.
      return condition(sql`${value} = ${integerSql(filter.value === (filter.operator === "=") ? 1 : 0)}`);
    case "null":
      return condition(nullSql(column, filter.operator === "is null"));
    case "string":
      return textCondition(column, filter, search);
    case "stringOptions":
    case "arrayOptions":
      break;
  }
  return kind === "list" ? condition(listSql(value, filter)) : optionsCondition(column, filter);
}

/** Returns SQL for a text that reads null as an empty text. */
function orEmpty({ sql: value, isRequired }: SqlColumn): Sql {
  return isRequired ? value : sql`coalesce(${value}, '')`;
}

function nullSql(column: SqlColumn, isNull: boolean): Sql {
  const { sql: value, kind } = column;
  if (kind === "list") return isNull ? sql`json_array_length(${value}) = 0` : sql`json_array_length(${value}) > 0`;
  if (kind === "text" || kind === "content")
    return isNull ? sql`${orEmpty(column)} = ''` : sql`${orEmpty(column)} <> ''`;
  return isNull ? sql`${value} IS NULL` : sql`${value} IS NOT NULL`;
}

/** Null and an empty text both equal an empty text, and neither contains anything. */
function textCondition(column: SqlColumn, { operator, value }: TextFilter, search: TextSearch): Condition {
  if (column.kind === "content" && operator === "matches") return search.condition(column.sql, value);
  const isExact = operator === "=" && value !== "";
  const text = isExact ? column.sql : orEmpty(column);
  return { sql: TEXT_COMPARISONS[operator](text, value), isSelective: isExact && column.isSelective };
}

function optionsCondition(column: SqlColumn, { operator, value }: OptionsFilter): Condition {
  if (operator !== "any of") return condition(sql`${orEmpty(column)} NOT IN ${optionsSql(value)}`);
  // Without a call around the column, SQLite can use its index.
  if (value.includes("")) return condition(sql`${orEmpty(column)} IN ${optionsSql(value)}`);
  const [only, ...others] = value;
  const isOne = only !== undefined && others.length === 0;
  const options = isOne ? sql`= ${only}` : sql`IN ${optionsSql(value)}`;
  return { sql: sql`${column.sql} ${options}`, isSelective: column.isSelective };
}

function listSql(list: Sql, { operator, value }: OptionsFilter): Sql {
  const options = [...new Set(value)];
  const shared = sql`FROM json_each(${list}) WHERE value IN ${optionsSql(options)}`;
  if (operator === "all of") return sql`(SELECT count(DISTINCT value) ${shared}) = ${options.length}`;
  return operator === "any of" ? sql`EXISTS (SELECT 1 ${shared})` : sql`NOT EXISTS (SELECT 1 ${shared})`;
}
