import { type Sql, arraySql } from "../../../../storage/sql.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { type SqlColumns, columnOf, filterCondition } from "../../../sql/filter-condition.ts";
import { TEXT_COMPARISONS } from "./comparisons.ts";
import { listCondition } from "./list-sql.ts";
import { metadataSql } from "./metadata-sql.ts";
import { scoreSql } from "./score-sql.ts";

/** Returns the conditions of filters that `checkFilters` has accepted on these columns. */
export function filterConditions<Column extends string>(
  projectId: string,
  filters: ReadonlyArray<Filter<Column>>,
  columns: SqlColumns<Column>,
): Sql[] {
  return filters.map((filter) =>
    filterCondition(filter, columnOf(columns, filter.column), {
      texts: TEXT_COMPARISONS,
      options: arraySql,
      list: listCondition,
      metadata: metadataSql,
      scores: (object, keyed) => scoreSql(projectId, object, keyed),
    }),
  );
}
