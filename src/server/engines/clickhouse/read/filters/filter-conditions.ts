import { type Sql, arraySql, joinSql, sql } from "../../../../storage/sql.ts";
import type { FilterNode } from "../../../../query/filter-syntax.ts";
import { type SqlColumns, columnOf, filterCondition } from "../../../sql/filter-condition.ts";
import { TEXT_COMPARISONS } from "./comparisons.ts";
import { listCondition } from "./list-sql.ts";
import { metadataSql } from "./metadata-sql.ts";
import { scoreSql } from "./score-sql.ts";

/** Returns the conditions of filters that `checkFilters` has accepted on these columns. */
export function filterConditions<Column extends string>(
  projectId: string,
  filters: ReadonlyArray<FilterNode<Column>>,
  columns: SqlColumns<Column>,
): Sql[] {
  return filters.map((filter) => {
    if ("filters" in filter) {
      const texts = filterConditions(projectId, filter.filters, columns);
      if (filter.type === "not") return sql`NOT ifNull((${joinSql(texts, " AND ")}), 0)`;
      return sql`(${joinSql(texts, filter.type === "any" ? " OR " : " AND ")})`;
    }
    return filterCondition(filter, columnOf(columns, filter.column), {
      texts: TEXT_COMPARISONS,
      options: arraySql,
      list: listCondition,
      metadata: metadataSql,
      scores: (object, keyed) => scoreSql(projectId, object, keyed),
    });
  });
}
