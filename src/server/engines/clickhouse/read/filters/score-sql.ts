import { type ChSql, ch, integerCh } from "../../database/clickhouse-sql.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { COMPARISONS } from "./comparisons.ts";

type KeyedFilter = Extract<Filter, { key: string }>;

/** Object that scores are about: an observation, or a trace as a whole. */
export type ScoredObject = "observation" | "trace";

/** Columns of an observation `o` that tell the object, and those of a score. */
const OBJECTS: Readonly<Record<ScoredObject, { own: ChSql; scored: ChSql; isScored: ChSql }>> = {
  observation: {
    own: ch`(o.traceId, o.id)`,
    scored: ch`assumeNotNull(traceId), assumeNotNull(observationId)`,
    isScored: ch`traceId IS NOT NULL AND observationId IS NOT NULL`,
  },
  trace: {
    own: ch`o.traceId`,
    scored: ch`assumeNotNull(traceId)`,
    isScored: ch`traceId IS NOT NULL AND observationId IS NULL`,
  },
};

/** Returns a condition on the scores of one name that an observation `o`, or its trace, has. */
export function scoreCh(projectId: string, object: ScoredObject, filter: KeyedFilter): ChSql {
  const { own, scored, isScored } = OBJECTS[object];
  const selected = ch`SELECT ${scored} FROM scores FINAL
    WHERE projectId = ${projectId} AND ${isScored} AND name = ${filter.key}`;
  switch (filter.type) {
    case "numberObject":
      return ch`${own} IN (${selected} AND dataType = 'NUMERIC' GROUP BY ${scored}
        HAVING sumKahan(value) / count(value) ${COMPARISONS[filter.operator]} ${filter.value})`;
    case "categoryOptions": {
      const all = ch`(${selected} AND dataType = 'CATEGORICAL')`;
      const any = ch`(${selected} AND dataType = 'CATEGORICAL' AND stringValue IN ${filter.value})`;
      return filter.operator === "any of" ? ch`${own} IN ${any}` : ch`(${own} IN ${all} AND ${own} NOT IN ${any})`;
    }
    case "booleanObject": {
      const value = integerCh(filter.value === (filter.operator === "=") ? 1 : 0);
      return ch`${own} IN (${selected} AND dataType = 'BOOLEAN' AND value = ${value})`;
    }
    case "stringObject":
      break;
  }
  throw new Error(`a ${filter.type} filter is no condition on scores`);
}
