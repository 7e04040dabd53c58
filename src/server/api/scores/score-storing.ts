import type { ProjectAccess } from "../../http/access.ts";
import { HttpError, namedError } from "../../http/http-errors.ts";
import type { Score } from "../../resources/scores.ts";
import type { Service } from "../service.ts";
import { readScore } from "./score-reading.ts";

/**
 * Stores the scores that a caller sends, by whatever route. Returns for each the score as stored, or the error: of a score that cannot be
 * used, and of one that its writer may not store. An error among `given` is returned as it is. `now` is in milliseconds since 1970.
 */
export async function storeScores(
  service: Service,
  access: ProjectAccess,
  given: readonly unknown[],
  now: number,
): Promise<Array<Score | HttpError>> {
  const read = await Promise.all(
    given.map(async (score) => (score instanceof HttpError ? score : readScore(service, access, score, now))),
  );
  const accepted = read.filter((score): score is Score => !(score instanceof Error));
  const outcomes = await service.observations.storeScores(access.projectId, accepted, now);
  await service.auditLog?.noteScores(
    access,
    accepted.map(({ id }, index) => ({ id, outcome: outcomes[index] ?? "refused" })),
  );
  const refused = new Set(accepted.filter((_, index) => outcomes[index] === "refused"));
  return read.map((score) => (score instanceof Error || !refused.has(score) ? score : notReplaced(score)));
}

/**
 * Returns the error for a score that stays. It says the same of each, and nothing that is in the score: whoever may not read scores learns
 * only that the id is taken, which no answer to an insertion can hide.
 */
function notReplaced({ id, writerKind }: Score): HttpError {
  const owner = writerKind === "PERSON" ? "another person" : "another key or a person";
  return namedError("SvcConflictError", `${id}: ${owner} gave the score with this id. It stays: use another id`);
}
