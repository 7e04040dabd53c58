import { setImmediate } from "node:timers/promises";
import type { ProjectAccess } from "../../http/access.ts";
import { HttpError, namedError } from "../../http/http-errors.ts";
import type { Score } from "../../resources/scores.ts";
import { ProjectTurns } from "../../storage/project-turns.ts";
import type { Service } from "../service.ts";
import { ScoreLookups } from "./score-lookups.ts";
import { readScore } from "./score-reading.ts";

/** Most scores that are read and stored together, and that are under way at once in the whole service. */
const MOST_SCORES = 500;

/** Returns the turns of the projects at the storing of scores. */
export function scoreTurns(): ProjectTurns {
  return new ProjectTurns(MOST_SCORES);
}

/**
 * Stores the scores that a caller sends, by whatever route. Returns for each the score as stored, or the error: of a score that cannot be
 * used, and of one that its writer may not store. An error among `given` is returned as it is. `now` is in milliseconds since 1970.
 *
 * Stores a long list in parts, and those of the projects in turns. When it throws, the parts before are stored.
 */
export async function storeScores(
  service: Service,
  access: ProjectAccess,
  given: readonly unknown[],
  now: number,
): Promise<Array<Score | HttpError>> {
  const stored: Array<Score | HttpError> = [];
  for (let start = 0; start < given.length; start += MOST_SCORES) {
    // A part of scores that are all refused ends without waiting for anything.
    if (start > 0) await setImmediate();
    const part = given.slice(start, start + MOST_SCORES);
    const store = async (): Promise<Array<Score | HttpError>> => storePart(service, access, part, now);
    stored.push(...(await service.scoreTurns.run(access.projectId, part.length, store)));
  }
  return stored;
}

async function storePart(
  service: Service,
  access: ProjectAccess,
  given: readonly unknown[],
  now: number,
): Promise<Array<Score | HttpError>> {
  const lookups = new ScoreLookups(service, access);
  const read = await Promise.all(
    given.map(async (score) => (score instanceof HttpError ? score : readScore(service, access, lookups, score, now))),
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
