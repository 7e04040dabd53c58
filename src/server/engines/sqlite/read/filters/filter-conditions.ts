import { joinSql, listSql, sql } from "../../../../storage/sql.ts";
import type { Filter, FilterNode } from "../../../../query/filter-syntax.ts";
import { type FilterDialect, type SqlColumns, columnOf, filterCondition } from "../../../sql/filter-condition.ts";
import { TEXT_COMPARISONS } from "./comparisons.ts";
import { type Condition, condition } from "./condition.ts";
import type { FilterSearches } from "./filter-searches.ts";
import { listCondition, listGlanceSql } from "./list-sql.ts";
import { metadataSql, metadataValues } from "./metadata-sql.ts";
import { scoreSql } from "./score-sql.ts";
import { LEAVES } from "./value-search.ts";

/** Columns that filters can name, as SQLite finds their values. */
export interface SearchedColumns<Column extends string = string> extends SqlColumns<Column> {
  /** Columns whose values few rows share. SQLite finds these rows first and sorts them afterwards. */
  readonly selective?: ReadonlySet<Column>;
  /** Columns whose values are in the index of metadata and tags: those of the observation `o`. */
  readonly indexed?: ReadonlySet<Column>;
}

const DIALECT: FilterDialect = {
  texts: TEXT_COMPARISONS,
  options: listSql,
  list: listCondition,
  metadata: metadataSql,
  scores: scoreSql,
};

/** Returns the conditions of filters that `checkFilters` has accepted on these columns. Uses the indexes where they help. */
export function filterConditions<Column extends string>(
  filters: ReadonlyArray<FilterNode<Column>>,
  columns: SearchedColumns<Column>,
  searches: FilterSearches,
): Condition[] {
  return filters.map((filter) => {
    if (!("filters" in filter)) return oneCondition(filter, columns, searches);
    const inner = filterConditions(filter.filters, columns, searches);
    const texts = inner.map((one) => one.sql);
    if (filter.type === "not") return condition(sql`NOT ifnull((${joinSql(texts, " AND ")}), 0)`);
    const isAny = filter.type === "any";
    const holds = (test: (one: Condition) => boolean): boolean => (isAny ? inner.every(test) : inner.some(test));
    return {
      sql: sql`(${joinSql(texts, isAny ? " OR " : " AND ")})`,
      isSelective: holds(({ isSelective }) => isSelective),
      isByNumber: holds(({ isByNumber }) => isByNumber),
    };
  });
}

function oneCondition<Column extends string>(
  filter: Filter<Column>,
  columns: SearchedColumns<Column>,
  { text, values }: FilterSearches,
): Condition {
  const column = columnOf(columns, filter.column);
  const exact = filterCondition(filter, column, DIALECT);
  if (columns.indexed?.has(filter.column)) {
    if ("key" in filter) return values.condition(exact, metadataValues(filter));
    if (filter.type === "stringOptions" || filter.type === "arrayOptions" || filter.type === "null") {
      const [glance, leaf] = [listGlanceSql(LEAVES, filter), listCondition(sql`m.value`, filter)];
      return values.condition(exact, { field: "tags", key: "", glance, leaf });
    }
  }
  if (column.kind === "content" && filter.type === "string" && typeof column.sql !== "string") {
    const { operator, value } = filter;
    if (operator === "matches" || (operator === "=" && value !== ""))
      return text.condition(column.sql, operator, value);
  }
  return { ...condition(exact), isSelective: (columns.selective?.has(filter.column) ?? false) && isExact(filter) };
}

/** Returns true for a filter by whole values. */
function isExact(filter: Filter): boolean {
  if (filter.type === "string") return filter.operator === "=" && filter.value !== "";
  return filter.type === "stringOptions" && filter.operator === "any of" && !filter.value.includes("");
}
