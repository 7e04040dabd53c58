import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type ChSql, ch, integerCh } from "../database/clickhouse-sql.ts";
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
export async function listScoreKinds(database: ClickHouseDatabase, projectId: string): Promise<CountedKind[]> {
  const count = async (author: ChSql, condition: ChSql): Promise<KindRow[]> =>
    database.all(ch<KindRow>`SELECT s.name AS name, s.source AS source, s.dataType AS dataType, ${author} AS authorUserId,
        count() AS count FROM scores AS s FINAL
      WHERE s.projectId = ${projectId} AND ${condition} GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4
      LIMIT ${integerCh(MOST_KINDS)}`);
  const [ofEveryone, byAuthor] = await Promise.all([
    count(ch`NULL`, ch`1`),
    count(ch`s.authorUserId`, ch`s.authorUserId IS NOT NULL`),
  ]);
  return countedKinds(ofEveryone, byAuthor);
}

/** Returns the agreement of two kinds of scores. Of several scores of one kind about an object, the latest counts. */
export async function scoreAgreement(
  database: ClickHouseDatabase,
  projectId: string,
  query: AgreementQuery,
): Promise<ScoreAgreement> {
  const pairs = await database.all(ch<ValuePair>`SELECT one.value AS one, other.value AS other, count() AS count
    FROM (${valuesSql(projectId, query.one)}) AS one
      INNER JOIN (${valuesSql(projectId, query.other)}) AS other ON other.object = one.object
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${integerCh(MOST_PAIRS)}`);
  return agreementOf(query, pairs);
}

/** SQL for the value of a score, by the type of the score. */
const VALUES: Readonly<Record<string, ChSql>> = {
  NUMERIC: ch`s.value`,
  BOOLEAN: ch`if(s.value = 1, 'true', 'false')`,
  CATEGORICAL: ch`s.stringValue`,
};

function valuesSql(projectId: string, { name, source, dataType, authorUserId }: ScoreKind): ChSql {
  const byAuthor = authorUserId === undefined ? ch`` : ch`AND s.authorUserId = ${authorUserId}`;
  return ch`SELECT toString(tuple(s.traceId, s.observationId, s.sessionId, s.datasetRunId)) AS object,
      argMax(${VALUES[dataType] ?? ch`s.stringValue`}, (s.timestamp, s.id)) AS value
    FROM scores AS s FINAL
    WHERE s.projectId = ${projectId} AND s.name = ${name} AND s.source = ${source} AND s.dataType = ${dataType}
      ${byAuthor}
    GROUP BY 1`;
}
