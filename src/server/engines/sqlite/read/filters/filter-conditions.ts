import { type Sql, integerSql, sql } from "../../../../storage/sql.ts";
import type { ColumnKind, FilterColumns } from "../../../../query/filter-columns.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { COMPARISONS, TEXT_COMPARISONS, optionsSql } from "./comparisons.ts";
import { type Condition, condition } from "./condition.ts";
import type { FilterSearches } from "./filter-searches.ts";
import { type ListFilter, listGlanceSql, listSql } from "./list-sql.ts";
import { metadataSql, metadataValues } from "./metadata-sql.ts";
import { scoreSql } from "./score-sql.ts";
import { LEAVES } from "./value-search.ts";

type KeyedFilter = Extract<Filter, { key: string }>;
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
  /** Columns whose values are in the index of metadata and tags: those of the observation `o`. */
  indexed?: ReadonlySet<Column>;
}

/** One column of {@link SqlColumns}. */
interface SqlColumn {
  kind: ColumnKind;
  sql: Sql;
  isRequired: boolean;
  isSelective: boolean;
  isIndexed: boolean;
}

/** Returns the conditions of filters that `checkFilters` has accepted on these columns. */
export function filterConditions<Column extends string>(
  filters: ReadonlyArray<Filter<Column>>,
  { kinds, sql: texts, required, selective, indexed }: SqlColumns<Column>,
  searches: FilterSearches,
): Condition[] {
  return filters.map((filter) => {
    const { column } = filter;
    const isRequired = required?.has(column) ?? false;
    const isSelective = selective?.has(column) ?? false;
    const isIndexed = indexed?.has(column) ?? false;
    const found = { kind: kinds[column], sql: texts[column], isRequired, isSelective, isIndexed };
    return filterCondition(filter, found, searches);
  });
}

function filterCondition(filter: Filter, column: SqlColumn, searches: FilterSearches): Condition {
  const { sql: value, kind } = column;
  if ("key" in filter) return keyedCondition(column, filter, searches);
  switch (filter.type) {
    case "datetime":
    case "number":
      return condition(sql`${value} ${COMPARISONS[filter.operator]} ${filter.value}`);
    case "boolean":
      // Text, not a placeholder: only so can SQLite use the indexes of the rows with this value.
      return condition(sql`${value} = ${integerSql(filter.value === (filter.operator === "=") ? 1 : 0)}`);
    case "null":
      return kind === "list"
        ? listCondition(column, filter, searches)
        : condition(nullSql(column, filter.operator === "is null"));
    case "string":
      return textCondition(column, filter, searches);
    case "stringOptions":
    case "arrayOptions":
      break;
  }
  return kind === "list" ? listCondition(column, filter, searches) : optionsCondition(column, filter);
}

function keyedCondition(
  { sql: value, kind, isIndexed }: SqlColumn,
  filter: KeyedFilter,
  { values }: FilterSearches,
): Condition {
  if (kind !== "metadata") return condition(scoreSql(value, filter));
  const exact = metadataSql(value, filter);
  return isIndexed ? values.condition(exact, metadataValues(filter)) : condition(exact);
}

function listCondition(
  { sql: value, isIndexed }: SqlColumn,
  filter: ListFilter,
  { values }: FilterSearches,
): Condition {
  const exact = listSql(value, filter);
  if (!isIndexed) return condition(exact);
  const [glance, leaf] = [listGlanceSql(LEAVES, filter), listSql(sql`m.value`, filter)];
  return values.condition(exact, { field: "tags", key: "", glance, leaf });
}

/** Returns SQL for a text that reads null as an empty text. */
function orEmpty({ sql: value, isRequired }: SqlColumn): Sql {
  return isRequired ? value : sql`coalesce(${value}, '')`;
}

function nullSql(column: SqlColumn, isNull: boolean): Sql {
  const { sql: value, kind } = column;
  if (kind === "text" || kind === "content")
    return isNull ? sql`${orEmpty(column)} = ''` : sql`${orEmpty(column)} <> ''`;
  return isNull ? sql`${value} IS NULL` : sql`${value} IS NOT NULL`;
}

/** Null and an empty text both equal an empty text, and neither meets another condition: see `filter-syntax.ts`. */
function textCondition(column: SqlColumn, { operator, value }: TextFilter, searches: FilterSearches): Condition {
  if (column.kind === "content" && (operator === "matches" || (operator === "=" && value !== "")))
    return searches.text.condition(column.sql, operator, value);
  const isExact = operator === "=" && value !== "";
  const text = isExact ? column.sql : orEmpty(column);
  // Each text has an empty one in it, but for a text that is missing.
  if (operator !== "=" && value === "")
    return condition(sql`(${text} <> '' AND ${TEXT_COMPARISONS[operator](text, "")})`);
  return { ...condition(TEXT_COMPARISONS[operator](text, value)), isSelective: isExact && column.isSelective };
}

function optionsCondition(column: SqlColumn, { operator, value }: OptionsFilter): Condition {
  if (operator !== "any of") {
    const text = orEmpty(column);
    return condition(sql`(${text} <> '' AND ${text} NOT IN ${optionsSql(value)})`);
  }
  // Without a call around the column, SQLite can use its index.
  if (value.includes("")) return condition(sql`${orEmpty(column)} IN ${optionsSql(value)}`);
  const [only, ...others] = value;
  const isOne = only !== undefined && others.length === 0;
  const options = isOne ? sql`= ${only}` : sql`IN ${optionsSql(value)}`;
  return { ...condition(sql`${column.sql} ${options}`), isSelective: column.isSelective };
}
