import { randomUUID } from "node:crypto";
import type { CreateScoreRequest } from "@svc/core/api";
import type { ProjectAccess } from "../../http/access.ts";
import { type HttpError, invalidParameter, invalidRequest, notFound } from "../../http/http-errors.ts";
import { parseIsoTime } from "../../http/iso-time.ts";
import { isObject } from "../../http/json.ts";
import { withStoredIds } from "../../http/stored-ids.ts";
import { schemaIssues } from "../../http/request-validation.ts";
import { DEFAULT_ENVIRONMENT, normaliseEnvironment } from "../../ingest/mapping/environment-name.ts";
import type { ScoreWriter } from "../../resources/score-writers.ts";
import type { Score } from "../../resources/scores.ts";
import type { Service } from "../service.ts";
import { checkPublicKeyScore } from "./public-key-scores.ts";
import type { ScoreLookups } from "./score-lookups.ts";
import { type ScoreProblem, type ScoreValue, checkSubject, checkScoreValue } from "./score-check.ts";

/**
 * Returns the score to store, or the error for a score that cannot be used. `access` is that of the caller, who becomes the writer of the
 * score. `now` is in milliseconds since 1970.
 */
export async function readScore(
  { version }: Pick<Service, "version">,
  access: ProjectAccess,
  lookups: ScoreLookups,
  body: unknown,
  now: number,
): Promise<Score | HttpError> {
  const issues = schemaIssues("CreateScoreRequest", body);
  if (issues.length > 0) return invalidRequest(issues);
  // The body has just been checked against the schema from which this type is generated.
  const given = withStoredIds(body as CreateScoreRequest);
  const claim = access.level === "scores" ? checkPublicKeyScore(given) : undefined;
  if (claim !== undefined) return claim;
  const author = await lookups.author(given.authorUserId);
  if (author instanceof Error) return author;
  const subject = checkSubject(given);
  if (subject) return refusal(subject);
  const config = given.configId ? await lookups.config(given.configId) : undefined;
  if (given.configId && config === undefined) return notFound("score config", given.configId);
  const value = checkScoreValue(given, config);
  if ("reason" in value) return refusal(value);
  const own = version.recordsScoreTimestamps && given.timestamp ? parseIsoTime(given.timestamp) : undefined;
  return { ...asScore(given, value, own ?? now), ...writerOf(access), authorUserId: author };
}

/** Returns the writer of the scores that a caller sends. */
function writerOf({ level, publicKey, member }: ProjectAccess): ScoreWriter {
  if (member !== undefined) return { writerKind: "PERSON", writerId: member.id };
  return { writerKind: level === "scores" ? "PUBLIC_KEY" : "KEY_PAIR", writerId: publicKey };
}

function asScore(
  given: CreateScoreRequest,
  value: ScoreValue,
  timestamp: number,
): Omit<Score, "authorUserId" | keyof ScoreWriter> {
  const { environment, metadata } = given;
  return {
    id: given.id || randomUUID(),
    // A correction stands in for the output, whatever its name.
    name: value.dataType === "CORRECTION" ? "output" : given.name,
    ...value,
    source: given.source ?? "API",
    timestamp,
    environment: environment ? normaliseEnvironment(environment) : DEFAULT_ENVIRONMENT,
    traceId: given.traceId || null,
    observationId: given.observationId || null,
    sessionId: given.sessionId || null,
    datasetRunId: given.datasetRunId || null,
    configId: given.configId || null,
    queueId: given.queueId || null,
    comment: given.comment ?? null,
    metadata: metadata == null ? {} : isObject(metadata) ? metadata : { metadata },
  };
}

function refusal({ field, reason }: ScoreProblem): HttpError {
  return invalidParameter(field, reason);
}
