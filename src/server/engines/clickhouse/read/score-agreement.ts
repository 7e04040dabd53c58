import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type Sql, integerSql, sql } from "../../../storage/sql.ts";
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
  const count = async (author: Sql, condition: Sql): Promise<KindRow[]> =>
    database.all(sql<KindRow>`SELECT s.name AS name, s.source AS source, s.dataType AS dataType, ${author} AS authorUserId,
        count() AS count FROM scores AS s FINAL
      WHERE s.projectId = ${projectId} AND ${condition} GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4
      LIMIT ${integerSql(MOST_KINDS)}`);
  const [ofEveryone, byAuthor] = await Promise.all([
    count(sql`NULL`, sql`1`),
    count(sql`s.authorUserId`, sql`s.authorUserId IS NOT NULL`),
  ]);
  return countedKinds(ofEveryone, byAuthor);
}

/** Returns the agreement of two kinds of scores. Of several scores of one kind about an object, the latest counts. */
export async function scoreAgreement(
  database: ClickHouseDatabase,
  projectId: string,
  query: AgreementQuery,
): Promise<ScoreAgreement> {
  const pairs = await database.all(sql<ValuePair>`SELECT one.value AS one, other.value AS other, count() AS count
    FROM (${valuesSql(projectId, query.one)}) AS one
      INNER JOIN (${valuesSql(projectId, query.other)}) AS other ON other.object = one.object
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${integerSql(MOST_PAIRS)}`);
  return agreementOf(query, pairs);
}

/** SQL for the value of a score, by the type of the score. */
const VALUES: Readonly<Record<string, Sql>> = {
  NUMERIC: sql`s.value`,
  BOOLEAN: sql`if(s.value = 1, 'true', 'false')`,
  CATEGORICAL: sql`s.stringValue`,
};

function valuesSql(projectId: string, { name, source, dataType, authorUserId }: ScoreKind): Sql {
  const byAuthor = authorUserId === undefined ? sql`` : sql`AND s.authorUserId = ${authorUserId}`;
  return sql`SELECT toString(tuple(s.traceId, s.observationId, s.sessionId, s.datasetRunId)) AS object,
      argMax(${VALUES[dataType] ?? sql`s.stringValue`}, (s.timestamp, s.id)) AS value
    FROM scores AS s FINAL
    WHERE s.projectId = ${projectId} AND s.name = ${name} AND s.source = ${source} AND s.dataType = ${dataType}
      ${byAuthor}
    GROUP BY 1`;
}
