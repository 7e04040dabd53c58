import {
  type AgreementQuery,
  type KindRow,
  MOST_KINDS,
  MOST_PAIRS,
  type ScoreKind,
  type ValuePair,
} from "../../query/score-agreement.ts";
import { type Sql, integerSql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";

/** Returns the statements for the kinds of scores of a project, the most frequent first: those of everyone, and those of each author. */
export function scoreKindStatements(
  dialect: Dialect,
  projectId: string,
): { ofEveryone: Sql<KindRow>; byAuthor: Sql<KindRow> } {
  const count = (author: Sql, condition: Sql): Sql<KindRow> =>
    sql<KindRow>`SELECT s.name AS name, s.source AS source, s.dataType AS dataType, ${author} AS authorUserId,
        count(*) AS count FROM ${dialect.scores}
      WHERE s.projectId = ${projectId} AND ${dialect.mayGoOn}${condition} GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4
      LIMIT ${integerSql(MOST_KINDS)}`;
  return {
    ofEveryone: count(sql`NULL`, sql``),
    byAuthor: count(sql`s.authorUserId`, sql` AND s.authorUserId IS NOT NULL`),
  };
}

/** Returns the statement for the values of two kinds of scores about the same objects, the most frequent pair first. */
export function valuePairsStatement(
  dialect: Dialect,
  projectId: string,
  { one, other }: AgreementQuery,
): Sql<ValuePair> {
  return sql`SELECT one.value AS one, other.value AS other, count(*) AS count
    FROM (${valuesSql(dialect, projectId, one)}) AS one
      INNER JOIN (${valuesSql(dialect, projectId, other)}) AS other ON other.object = one.object
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${integerSql(MOST_PAIRS)}`;
}

/** SQL for the value of a score, by the type of the score. */
const VALUES: Readonly<Record<string, Sql>> = {
  NUMERIC: sql`s.value`,
  BOOLEAN: sql`(CASE WHEN s.value = 1 THEN 'true' ELSE 'false' END)`,
};

/** Of several scores of one kind about an object, the latest counts. */
function valuesSql(dialect: Dialect, projectId: string, { name, source, dataType, authorUserId }: ScoreKind): Sql {
  const byAuthor = authorUserId === undefined ? sql`` : sql`AND s.authorUserId = ${authorUserId}`;
  return sql`SELECT ${dialect.scoredObject} AS object, ${dialect.latestValue(VALUES[dataType] ?? sql`s.stringValue`)}
    FROM ${dialect.scores}
    WHERE s.projectId = ${projectId} AND ${dialect.mayGoOn} AND s.name = ${name} AND s.source = ${source}
      AND s.dataType = ${dataType} ${byAuthor}
    GROUP BY 1`;
}
