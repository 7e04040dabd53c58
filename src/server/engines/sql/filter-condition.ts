import type { ColumnKind, FilterColumns } from "../../query/filter-columns.ts";
import type { Comparison, Filter, TextOperator } from "../../query/filter-syntax.ts";
import { type Sql, integerSql, sql } from "../../storage/sql.ts";

/** Filter on a key of metadata or of scores. */
export type KeyedFilter = Extract<Filter, { key: string }>;

/** Filter on a list of texts. */
export type ListFilter = Extract<Filter, { type: "stringOptions" | "arrayOptions" | "null" }>;

/** Object that scores are about: an observation, or a trace as a whole. */
export type ScoredObject = "observation" | "trace";

/** Columns that filters can name, as the engines read them. */
export interface SqlColumns<Column extends string = string> {
  readonly kinds: FilterColumns<Column>;
  /** SQL for the value of each column; for scores, the object that they are about. */
  readonly sql: Readonly<Record<Column, Sql | ScoredObject>>;
  /** Columns that are never null. */
  readonly required?: ReadonlySet<Column>;
}

/** One column of {@link SqlColumns}. */
export interface SqlColumn {
  readonly kind: ColumnKind;
  readonly sql: Sql | ScoredObject;
  readonly isRequired: boolean;
}

/** Conditions that the engines write in different ways. */
export interface FilterDialect {
  /** Comparisons for a text that is never null, by operator. */
  readonly texts: Readonly<Record<TextOperator, (text: Sql, value: string) => Sql>>;
  /** Returns the list of options behind `IN`. */
  options(values: readonly string[]): Sql;
  /** Returns a condition on a list of texts. */
  list(list: Sql, filter: ListFilter): Sql;
  /** Returns a condition on a leaf of metadata. A missing key meets no condition. */
  metadata(metadata: Sql, filter: KeyedFilter): Sql;
  /** Returns a condition on the scores of one name that an observation `o`, or its trace, has. */
  scores(object: ScoredObject, filter: KeyedFilter): Sql;
}

/** Comparisons of numbers and times, by operator. */
export const COMPARISONS: Readonly<Record<Comparison | "=", Sql>> = {
  "=": sql`=`,
  ">": sql`>`,
  "<": sql`<`,
  ">=": sql`>=`,
  "<=": sql`<=`,
};

/** Returns a column that a filter names. */
export function columnOf<Column extends string>(
  { kinds, sql: texts, required }: SqlColumns<Column>,
  column: Column,
): SqlColumn {
  return { kind: kinds[column], sql: texts[column], isRequired: required?.has(column) ?? false };
}

/** Returns the condition of a filter that `checkFilters` has accepted on its column. */
export function filterCondition(filter: Filter, column: SqlColumn, dialect: FilterDialect): Sql {
  const { sql: value, kind } = column;
  if (typeof value === "string") {
    if (!("key" in filter)) throw new Error(`a ${filter.type} filter is no condition on scores`);
    return dialect.scores(value, filter);
  }
  if ("key" in filter) return dialect.metadata(value, filter);
  switch (filter.type) {
    case "datetime":
    case "number":
      return sql`${value} ${COMPARISONS[filter.operator]} ${filter.value}`;
    case "boolean":
      // Text, not a placeholder: only so can SQLite use the indexes of the rows with this value.
      return sql`${value} = ${integerSql(filter.value === (filter.operator === "=") ? 1 : 0)}`;
    case "string":
      return textCondition(value, column, filter, dialect);
    case "stringOptions":
    case "arrayOptions":
    case "null":
      break;
  }
  if (kind === "list") return dialect.list(value, filter);
  return filter.type === "null"
    ? nullCondition(value, column, filter.operator === "is null")
    : optionsCondition(value, column, filter, dialect);
}

/** Returns SQL for a text that reads null as an empty text. */
function orEmpty(value: Sql, { isRequired }: SqlColumn): Sql {
  return isRequired ? value : sql`ifNull(${value}, '')`;
}

function nullCondition(value: Sql, column: SqlColumn, isNull: boolean): Sql {
  if (column.kind !== "text" && column.kind !== "content")
    return isNull ? sql`${value} IS NULL` : sql`${value} IS NOT NULL`;
  return isNull ? sql`${orEmpty(value, column)} = ''` : sql`${orEmpty(value, column)} <> ''`;
}

/** Null and an empty text both equal an empty text, and neither meets another condition: see `filter-syntax.ts`. */
function textCondition(
  value: Sql,
  column: SqlColumn,
  { operator, value: wanted }: Extract<Filter, { type: "string" }>,
  { texts }: FilterDialect,
): Sql {
  // Without a call around the column, the engine can use its indexes.
  if (operator === "=" && wanted !== "" && column.kind !== "content") return texts["="](value, wanted);
  const text = orEmpty(value, column);
  const met = texts[operator](text, wanted);
  // Each text has an empty one in it, but for a text that is missing.
  return operator !== "=" && wanted === "" ? sql`(${text} <> '' AND ${met})` : met;
}

function optionsCondition(
  value: Sql,
  column: SqlColumn,
  { operator, value: options }: Extract<Filter, { type: "stringOptions" | "arrayOptions" }>,
  dialect: FilterDialect,
): Sql {
  const text = orEmpty(value, column);
  if (operator !== "any of") return sql`(${text} <> '' AND ${text} NOT IN ${dialect.options(options)})`;
  if (options.includes("")) return sql`${text} IN ${dialect.options(options)}`;
  // Without a call around the column, the engine can use its indexes.
  const [only, ...others] = options;
  return only !== undefined && others.length === 0
    ? sql`${value} = ${only}`
    : sql`${value} IN ${dialect.options(options)}`;
}
