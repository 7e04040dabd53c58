import type { RecordReader } from "../../storage/records.ts";
import { type Sql, sql } from "../../storage/sqlite/sql.ts";
import {
  type AgreementQuery,
  type CountedKind,
  type ScoreAgreement,
  type ScoreKind,
  type ValuePair,
  MOST_KINDS,
  MOST_PAIRS,
  agreementOf,
} from "../score-agreement.ts";

/** Returns the kinds of scores of a project, the most frequent first. */
export function listScoreKinds(records: RecordReader, projectId: string): CountedKind[] {
  return records.all(sql<CountedKind>`SELECT name, source, dataType, count(*) AS count FROM scores
    WHERE projectId = ${projectId} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT ${MOST_KINDS}`);
}

/** Returns the agreement of two kinds of scores. Of several scores of one kind about an object, the latest counts. */
export function scoreAgreement(records: RecordReader, projectId: string, query: AgreementQuery): ScoreAgreement {
  const pairs = records.all(sql<ValuePair>`WITH one AS (${valuesSql(projectId, query.one)}),
    other AS (${valuesSql(projectId, query.other)})
    SELECT one.value AS one, other.value AS other, count(*) AS count FROM one JOIN other ON other.object = one.object
    GROUP BY 1, 2 ORDER BY 3 DESC LIMIT ${MOST_PAIRS}`);
  return agreementOf(query, pairs);
}

/** SQL for the value of a score, by the type of the score. */
const VALUES: Readonly<Record<string, Sql>> = {
  NUMERIC: sql`value`,
  BOOLEAN: sql`CASE value WHEN 1 THEN 'true' ELSE 'false' END`,
  CATEGORICAL: sql`stringValue`,
};

function valuesSql(projectId: string, { name, source, dataType }: ScoreKind): Sql {
  // SQLite takes the value from the row that has the maximum.
  return sql`SELECT json_array(traceId, observationId, sessionId, datasetRunId) AS object,
      ${VALUES[dataType] ?? sql`stringValue`} AS value, max(timestamp)
    FROM scores WHERE projectId = ${projectId} AND name = ${name} AND source = ${source} AND dataType = ${dataType}
    GROUP BY 1`;
}
