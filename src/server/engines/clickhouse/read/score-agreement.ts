import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import {
  type AgreementQuery,
  type CountedKind,
  type ScoreAgreement,
  agreementOf,
  countedKinds,
} from "../../../query/score-agreement.ts";
import { scoreKindStatements, valuePairsStatement } from "../../sql/score-kinds.ts";
import { CLICKHOUSE } from "./clickhouse-dialect.ts";

/** Returns the kinds of scores of a project, the most frequent first: those of everyone, then those of each author. */
export async function listScoreKinds(database: ClickHouseDatabase, projectId: string): Promise<CountedKind[]> {
  const { ofEveryone, byAuthor } = scoreKindStatements(CLICKHOUSE, projectId);
  return countedKinds(...(await Promise.all([database.all(ofEveryone), database.all(byAuthor)])));
}

/** Returns the agreement of two kinds of scores. */
export async function scoreAgreement(
  database: ClickHouseDatabase,
  projectId: string,
  query: AgreementQuery,
): Promise<ScoreAgreement> {
  return agreementOf(query, await database.all(valuePairsStatement(CLICKHOUSE, projectId, query)));
}
