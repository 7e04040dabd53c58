import { type Sql, arraySql, integerSql, sql } from "../../../../storage/sql.ts";
import { COMPARISONS, type KeyedFilter, type ScoredObject } from "../../../sql/filter-condition.ts";

/** Columns of an observation `o` that tell the object, and those of a score. */
const OBJECTS: Readonly<Record<ScoredObject, { own: Sql; scored: Sql; isScored: Sql }>> = {
  observation: {
    own: sql`(o.traceId, o.id)`,
    scored: sql`assumeNotNull(traceId), assumeNotNull(observationId)`,
    isScored: sql`traceId IS NOT NULL AND observationId IS NOT NULL`,
  },
  trace: {
    own: sql`o.traceId`,
    scored: sql`assumeNotNull(traceId)`,
    isScored: sql`traceId IS NOT NULL AND observationId IS NULL`,
  },
};

/** Returns a condition on the scores of one name that an observation `o`, or its trace, has. */
export function scoreSql(projectId: string, object: ScoredObject, filter: KeyedFilter): Sql {
  const { own, scored, isScored } = OBJECTS[object];
  const selected = sql`SELECT ${scored} FROM scores FINAL
    WHERE projectId = ${projectId} AND ${isScored} AND name = ${filter.key}`;
  switch (filter.type) {
    case "numberObject":
      return sql`${own} IN (${selected} AND dataType = 'NUMERIC' GROUP BY ${scored}
        HAVING sumKahan(value) / count(value) ${COMPARISONS[filter.operator]} ${filter.value})`;
    case "categoryOptions": {
      const all = sql`(${selected} AND dataType = 'CATEGORICAL')`;
      const any = sql`(${selected} AND dataType = 'CATEGORICAL' AND stringValue IN ${arraySql(filter.value)})`;
      return filter.operator === "any of" ? sql`${own} IN ${any}` : sql`(${own} IN ${all} AND ${own} NOT IN ${any})`;
    }
    case "booleanObject": {
      const value = integerSql(filter.value === (filter.operator === "=") ? 1 : 0);
      return sql`${own} IN (${selected} AND dataType = 'BOOLEAN' AND value = ${value})`;
    }
    case "stringObject":
      break;
  }
  throw new Error(`a ${filter.type} filter is no condition on scores`);
}
