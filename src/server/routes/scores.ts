import { randomUUID } from "node:crypto";
import { DEFAULT_ENVIRONMENT, normaliseEnvironment } from "../environment-name.ts";
import { type HttpError, invalidRequest, notFound } from "../http-errors.ts";
import { parseIsoTime } from "../iso-time.ts";
import { readJsonBody } from "../json-body.ts";
import { isObject } from "../json.ts";
import { schemaIssues } from "../request-validation.ts";
import { type GivenScore, type ScoreProblem, type ScoreValue, checkSubject, readScoreValue } from "../score-check.ts";
import { readScoreQuery, scoreCursorAfter } from "../score-query.ts";
import type { Service } from "../service.ts";
import { scoreConfigs } from "../stores/score-configs.ts";
import { type Score, deleteScore, listScores, scoreFields, upsertScore } from "../stores/scores.ts";
import { Answer, type ApiRequest, type Route } from "./route.ts";

/** Scores: what people and programs say about traces, observations, sessions and experiments. */
export const scoreRoutes: readonly Route[] = [
  { operation: "scores_create", handle: createScores, isRaw: true },
  { operation: "scores_delete", handle: removeScore },
  { operation: "scoresV3_getManyV3", handle: list },
];

/** Takes one score, or a list: of a list, the scores that are right are stored together, and the others are named. */
async function createScores({ service, projectId, context }: ApiRequest): Promise<unknown> {
  const body = await readJsonBody(context.env.incoming);
  const now = Date.now();
  if (!Array.isArray(body) || !service.version.takesScoreLists) {
    const score = readScore(service, projectId, body, now);
    if (score instanceof Error) throw score;
    await service.records.write([upsertScore(projectId, score, now)]);
    return { id: score.id };
  }
  const read = body.map((given) => ({ given: given as unknown, score: readScore(service, projectId, given, now) }));
  const accepted = read.map(({ score }) => score).filter((score): score is Score => !(score instanceof Error));
  await service.records.write(accepted.map((score) => upsertScore(projectId, score, now)));
  const errors = read.flatMap(({ given, score }) =>
    score instanceof Error ? [{ message: `${nameOf(given)}: ${reasonOf(score)}` }] : [],
  );
  if (errors.length === 0) return new Answer(202, { message: "Accepted" });
  return new Answer(207, { accepted: accepted.length, rejected: errors.length, errors });
}

async function removeScore({ service, projectId, params }: ApiRequest): Promise<unknown> {
  await service.records.write([deleteScore(projectId, params["scoreId"] ?? "")]);
  return new Answer(202, { message: "Score deletion queued successfully" });
}

/** Scores by field groups, the latest first, page by page. */
function list({ service, projectId, query }: ApiRequest): unknown {
  const { conditions, groups, limit } = readScoreQuery(query);
  const rows = listScores(service.records, projectId, conditions, groups, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => scoreFields(row, groups)),
    meta: { limit, ...(last && rows.length > limit && { cursor: scoreCursorAfter(last) }) },
  };
}

/** The score as it is stored, or the answer to one that cannot be used. */
function readScore(service: Service, projectId: string, body: unknown, now: number): Score | HttpError {
  const issues = schemaIssues("CreateScoreRequest", body);
  if (issues.length > 0) return invalidRequest(issues);
  const given = body as GivenScore;
  const subject = checkSubject(given);
  if (subject) return refusal(subject);
  const config = given.configId ? scoreConfigs.find(service.records, projectId, given.configId) : undefined;
  if (given.configId && config === undefined) return notFound("score config", given.configId);
  const value = readScoreValue(given, config);
  if ("reason" in value) return refusal(value);
  const own = service.version.recordsScoreTimestamps && given.timestamp ? parseIsoTime(given.timestamp) : undefined;
  return asScore(given, value, nameFor(given, value, config?.content.name), own ?? now);
}

/** A score has the name of its config, and a correction is one of the output. */
function nameFor({ name }: GivenScore, { dataType }: ScoreValue, ofConfig: string | undefined): string {
  return dataType === "CORRECTION" ? "output" : (ofConfig ?? name);
}

function asScore(given: GivenScore, value: ScoreValue, name: string, timestamp: number): Score {
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
  return invalidRequest([{ code: "invalid_value", message: `${field}: ${reason}`, path: [field] }]);
}

function nameOf(given: unknown): string {
  return (isObject(given) && typeof given["name"] === "string" && given["name"]) || "(no name)";
}

function reasonOf({ body }: HttpError): string {
  const issues = body["error"];
  return Array.isArray(issues)
    ? issues.map((issue: { message: string }) => issue.message).join("; ")
    : String(body["message"]);
}
