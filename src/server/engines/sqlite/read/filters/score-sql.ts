import { type Sql, integerSql, sql } from "../../../../storage/sql.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { COMPARISONS, optionsSql } from "./comparisons.ts";

type KeyedFilter = Extract<Filter, { key: string }>;

/** Returns a condition on the scores of one name. `ofObject` selects the object that the scores `s` are about. */
export function scoreSql(ofObject: Sql, filter: KeyedFilter): Sql {
  const scores = sql`FROM scores s WHERE ${ofObject} AND s.name = ${filter.key}`;
  switch (filter.type) {
    case "numberObject": {
      const average = sql`(SELECT avg(s.value) ${scores} AND s.dataType = 'NUMERIC')`;
      return sql`${average} ${COMPARISONS[filter.operator]} ${filter.value}`;
    }
    case "categoryOptions": {
      const options = optionsSql(filter.value);
      const found = (isOption: Sql): Sql => sql`EXISTS (SELECT 1 ${scores} AND s.dataType = 'CATEGORICAL' ${isOption})`;
      const isAny = found(sql`AND s.stringValue IN ${options}`);
      return filter.operator === "any of" ? isAny : sql`(${found(sql``)} AND NOT ${isAny})`;
    }
    case "booleanObject": {
      const value = integerSql(filter.value === (filter.operator === "=") ? 1 : 0);
      return sql`EXISTS (SELECT 1 ${scores} AND s.dataType = 'BOOLEAN' AND s.value = ${value})`;
    }
    case "stringObject":
      break;
  }
  throw new Error(`a ${filter.type} filter is no condition on scores`);
}
