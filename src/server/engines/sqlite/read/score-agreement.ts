import type { RecordReader } from "../../../storage/records.ts";
import { type Sql, sql } from "../../../storage/sql.ts";
import {
  type AgreementQuery,
  type CountedKind,
  type KindRow,
  type ScoreAgreement,
  type ScoreKind,
  type ValuePair,
  MOST_KINDS,
  MOST_PAIRS,
  agreementOf,
  countedKinds,
} from "../../../query/score-agreement.ts";

/** Returns the kinds of scores of a project, the most frequent first: those of everyone, then those of each author. */
export function listScoreKinds(records: RecordReader, projectId: string): CountedKind[] {
  const count = (author: Sql, condition: Sql): KindRow[] =>
    records.all(sql<KindRow>`SELECT name, source, dataType, ${author} AS authorUserId, count(*) AS count FROM scores
      WHERE projectId = ${projectId} AND ${condition} GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4 LIMIT ${MOST_KINDS}`);
  return countedKinds(count(sql`NULL`, sql`1`), count(sql`authorUserId`, sql`authorUserId IS NOT NULL`));
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

function valuesSql(projectId: string, { name, source, dataType, authorUserId }: ScoreKind): Sql {
  const byAuthor = authorUserId === undefined ? sql`` : sql`AND authorUserId = ${authorUserId}`;
  // SQLite takes the value from the row that has the maximum.
  return sql`SELECT json_array(traceId, observationId, sessionId, datasetRunId) AS object,
      ${VALUES[dataType] ?? sql`stringValue`} AS value, max(timestamp)
    FROM scores WHERE projectId = ${projectId} AND name = ${name} AND source = ${source} AND dataType = ${dataType}
      ${byAuthor}
    GROUP BY 1`;
}
