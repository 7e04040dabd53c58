import type { RecordReader } from "../database/record-reader.ts";
import {
  type AgreementQuery,
  type CountedKind,
  type ScoreAgreement,
  agreementOf,
  countedKinds,
} from "../../../query/score-agreement.ts";
import { scoreKindStatements, valuePairsStatement } from "../../sql/score-kinds.ts";
import { SQLITE } from "./sqlite-dialect.ts";

/** Returns the kinds of scores of a project, the most frequent first: those of everyone, then those of each author. */
export function listScoreKinds(records: RecordReader, projectId: string): CountedKind[] {
  const { ofEveryone, byAuthor } = scoreKindStatements(SQLITE, projectId);
  return countedKinds(records.all(ofEveryone), records.all(byAuthor));
}

/** Returns the agreement of two kinds of scores. */
export function scoreAgreement(records: RecordReader, projectId: string, query: AgreementQuery): ScoreAgreement {
  return agreementOf(query, records.all(valuePairsStatement(SQLITE, projectId, query)));
}
