import type { HttpError } from "../../http/http-errors.ts";
import { readJsonBody } from "../../http/body/json-body.ts";
import { isObject } from "../../http/json.ts";
import { readScoreQuery } from "../../query/score-query.ts";
import type { Score } from "../../stores/scores.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route, rawRoute } from "../routing/route.ts";
import { readScore } from "./score-reading.ts";

/** Scores that people and programs give to traces, observations, sessions and experiments. */
export const scoreRoutes: readonly Route[] = [
  /** Stores one score, or a list. Of a list, stores the valid scores together and names the invalid ones. */
  rawRoute("scores_create", async ({ service, projectId, context }) => {
    const body = await readJsonBody(context.env.incoming);
    const now = Date.now();
    if (!Array.isArray(body) || !service.version.takesScoreLists) {
      const score = await readScore(service, projectId, body, now);
      if (score instanceof Error) throw score;
      await service.observations.storeScores(projectId, [score], now);
      return { id: score.id };
    }
    const read = await Promise.all(
      body.map(async (given: unknown) => ({ given, score: await readScore(service, projectId, given, now) })),
    );
    const accepted = read.map(({ score }) => score).filter((score): score is Score => !(score instanceof Error));
    await service.observations.storeScores(projectId, accepted, now);
    const errors = read.flatMap(({ given, score }) =>
      score instanceof Error ? [{ message: `${nameOfGiven(given)}: ${messageOfHttpError(score)}` }] : [],
    );
    if (errors.length === 0) return new Answer(202, { message: "Accepted" });
    return new Answer(207, { accepted: accepted.length, rejected: errors.length, errors });
  }),

  route("scores_delete", async ({ service, projectId, params }) => {
    await service.observations.deleteScore(projectId, params.scoreId);
    return new Answer(202, { message: "Score deletion queued successfully" });
  }),

  /** Lists scores by field groups, latest first, in pages. */
  route("scoresV3_getManyV3", async ({ service, projectId, query }) =>
    service.observations.scores(projectId, readScoreQuery(query)),
  ),
];

function nameOfGiven(given: unknown): string {
  return (isObject(given) && typeof given["name"] === "string" && given["name"]) || "(no name)";
}

function messageOfHttpError({ body }: HttpError): string {
  const issues = body["error"];
  return Array.isArray(issues)
    ? issues.map((issue: { message: string }) => issue.message).join("; ")
    : String(body["message"]);
}
