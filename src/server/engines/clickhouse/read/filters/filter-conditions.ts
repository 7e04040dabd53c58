import { type ChSql, ch, integerCh } from "../../database/clickhouse-sql.ts";
import type { ColumnKind, FilterColumns } from "../../../../query/filter-columns.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { COMPARISONS, TEXT_COMPARISONS } from "./comparisons.ts";
import { listCh } from "./list-sql.ts";
import { metadataCh } from "./metadata-sql.ts";
import { type ScoredObject, scoreCh } from "./score-sql.ts";

type TextFilter = Extract<Filter, { type: "string" }>;
type OptionsFilter = Extract<Filter, { type: "stringOptions" | "arrayOptions" }>;

/** Columns that filters can name, as ClickHouse reads them. */
export interface ChColumns<Column extends string = string> {
  kinds: FilterColumns<Column>;
  /** SQL for the value of each column; for scores, the object they are about. */
  sql: Readonly<Record<Column, ChSql | ScoredObject>>;
}

/** Returns the conditions of filters that `checkFilters` has accepted on these columns. */
export function filterConditions<Column extends string>(
  projectId: string,
  filters: ReadonlyArray<Filter<Column>>,
  { kinds, sql }: ChColumns<Column>,
): ChSql[] {
  return filters.map((filter) => {
    const found: ChSql | ScoredObject = sql[filter.column];
    if (typeof found !== "string") return filterCondition(filter, kinds[filter.column], found);
    if (!("key" in filter)) throw new Error(`a ${filter.type} filter is no condition on scores`);
    return scoreCh(projectId, found, filter);
  });
}

function filterCondition(filter: Filter, kind: ColumnKind, value: ChSql): ChSql {
  if ("key" in filter) return metadataCh(value, filter);
  switch (filter.type) {
    case "datetime":
    case "number":
      return ch`${value} ${COMPARISONS[filter.operator]} ${filter.value}`;
    case "boolean":
      return ch`${value} = ${integerCh(filter.value === (filter.operator === "=") ? 1 : 0)}`;
    case "null":
      return kind === "list" ? listCh(value, filter) : nullCh(value, kind, filter.operator === "is null");
    case "string":
      return textCondition(value, kind, filter);
    case "stringOptions":
    case "arrayOptions":
      break;
  }
  return kind === "list" ? listCh(value, filter) : optionsCondition(value, filter);
}

/** Returns SQL for a text that reads null as an empty text. */
function orEmpty(value: ChSql): ChSql {
  return ch`ifNull(${value}, '')`;
}

function nullCh(value: ChSql, kind: ColumnKind, isNull: boolean): ChSql {
  if (kind === "text" || kind === "content") return isNull ? ch`${orEmpty(value)} = ''` : ch`${orEmpty(value)} <> ''`;
  return isNull ? ch`${value} IS NULL` : ch`${value} IS NOT NULL`;
}

/** Null and an empty text both equal an empty text, and neither meets another condition: see `filter-syntax.ts`. */
function textCondition(value: ChSql, kind: ColumnKind, { operator, value: wanted }: TextFilter): ChSql {
  // Without a call around the column, the engine can use its indexes.
  if (operator === "=" && wanted !== "" && kind !== "content") return ch`${value} = ${wanted}`;
  const met = TEXT_COMPARISONS[operator](orEmpty(value), wanted);
  // Each text has an empty one in it, but for a text that is missing.
  return operator !== "=" && wanted === "" ? ch`(${orEmpty(value)} <> '' AND ${met})` : met;
}

function optionsCondition(value: ChSql, { operator, value: options }: OptionsFilter): ChSql {
  if (operator !== "any of") return ch`(${orEmpty(value)} <> '' AND ${orEmpty(value)} NOT IN ${options})`;
  return options.includes("") ? ch`${orEmpty(value)} IN ${options}` : ch`${value} IN ${options}`;
}
