import { randomUUID } from "node:crypto";
import type { CreateScoreRequest } from "@svc/core/api";
import { type HttpError, invalidParameter, invalidRequest, notFound } from "../../http/http-errors.ts";
import { parseIsoTime } from "../../http/iso-time.ts";
import { isObject } from "../../http/json.ts";
import { schemaIssues } from "../../http/request-validation.ts";
import { DEFAULT_ENVIRONMENT, normaliseEnvironment } from "../../ingest/mapping/environment-name.ts";
import { scoreConfigs } from "../../stores/score-configs.ts";
import type { Score } from "../../stores/scores.ts";
import type { Service } from "../service.ts";
import { type ScoreProblem, type ScoreValue, checkSubject, checkScoreValue } from "./score-check.ts";

/** Returns the score to store, or the error for a score that cannot be used. `now` is in milliseconds since 1970. */
export async function readScore(
  service: Service,
  projectId: string,
  body: unknown,
  now: number,
): Promise<Score | HttpError> {
  const issues = schemaIssues("CreateScoreRequest", body);
  if (issues.length > 0) return invalidRequest(issues);
  // The body has just been checked against the schema from which this type is generated.
  const given = body as CreateScoreRequest;
  const subject = checkSubject(given);
  if (subject) return refusal(subject);
  const config = given.configId ? await scoreConfigs.find(service.records, projectId, given.configId) : undefined;
  if (given.configId && config === undefined) return notFound("score config", given.configId);
  const value = checkScoreValue(given, config);
  if ("reason" in value) return refusal(value);
  const own = service.version.recordsScoreTimestamps && given.timestamp ? parseIsoTime(given.timestamp) : undefined;
  return asScore(given, value, nameFor(given, value, config?.content.name), own ?? now);
}

/** Returns the name of a score: `output` for a correction, else the name of the config, else the given name. */
function nameFor({ name }: CreateScoreRequest, { dataType }: ScoreValue, ofConfig: string | undefined): string {
  return dataType === "CORRECTION" ? "output" : (ofConfig ?? name);
}

function asScore(given: CreateScoreRequest, value: ScoreValue, name: string, timestamp: number): Score {
  const { environment, metadata } = given;
  return {
    id: given.id || randomUUID(),
    name,
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
    authorUserId: null,
    comment: given.comment ?? null,
    metadata: metadata == null ? {} : isObject(metadata) ? metadata : { metadata },
  };
}

function refusal({ field, reason }: ScoreProblem): HttpError {
  return invalidParameter(field, reason);
}
