import { type Sql, integerSql, listSql, sql } from "../../../../storage/sql.ts";
import { COMPARISONS, type KeyedFilter, type ScoredObject } from "../../../sql/filter-condition.ts";

/** Conditions that select the scores `s` about the observation `o`, or about its trace. */
const OBJECTS: Readonly<Record<ScoredObject, Sql>> = {
  observation: sql`s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId = o.id`,
  trace: sql`s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId IS NULL`,
};

/** Returns a condition on the scores of one name that an observation `o`, or its trace, has. */
export function scoreSql(object: ScoredObject, filter: KeyedFilter): Sql {
  const scores = sql`FROM scores s WHERE ${OBJECTS[object]} AND s.name = ${filter.key}`;
  switch (filter.type) {
    case "numberObject": {
      const average = sql`(SELECT avg(s.value) ${scores} AND s.dataType = 'NUMERIC')`;
      return sql`${average} ${COMPARISONS[filter.operator]} ${filter.value}`;
    }
    case "categoryOptions": {
      const options = listSql(filter.value);
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
