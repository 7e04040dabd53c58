import type { HttpError } from "../../http/http-errors.ts";
import { bodyOwnerOf } from "../../http/body/body-owner.ts";
import { readJsonBody } from "../../http/body/json-body.ts";
import { isObject } from "../../http/json.ts";
import { readScoreQuery } from "../../query/score-query.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route, rawRoute } from "../routing/route.ts";
import { checkDeletion } from "./score-deletion.ts";
import { storeScores } from "./score-storing.ts";

/** Scores that people and programs give to traces, observations, sessions and experiments. */
export const scoreRoutes: readonly Route[] = [
  /** Stores one score, or a list. Of a list, stores the valid scores together and names the invalid ones. */
  rawRoute("scores_create", async ({ service, projectAccess, context }) => {
    const body = await readJsonBody(context.env.incoming, bodyOwnerOf(projectAccess));
    const now = Date.now();
    if (!Array.isArray(body) || !service.version.takesScoreLists) {
      const [score] = await storeScores(service, projectAccess, [body], now);
      if (score === undefined || score instanceof Error) throw score ?? new Error("The score has no outcome");
      return { id: score.id };
    }
    const scores = await storeScores(service, projectAccess, body, now);
    const errors = scores.flatMap((score, index) =>
      score instanceof Error ? [{ message: `${nameOfGiven(body[index])}: ${messageOfHttpError(score)}` }] : [],
    );
    if (errors.length === 0) return new Answer(202, { message: "Accepted" });
    return new Answer(207, { accepted: scores.length - errors.length, rejected: errors.length, errors });
  }),

  route("scores_delete", async ({ service, projectAccess, projectId, params }) => {
    await checkDeletion(service, projectAccess, params.scoreId);
    await service.observations.deleteScore(projectId, params.scoreId);
    return new Answer(202, { message: "Score deletion queued successfully" });
  }),

  /** Lists scores by field groups, latest first, in pages. */
  route("scoresV3_getManyV3", async ({ service, projectId, query }) =>
    service.observations.readAsJson("scores", projectId, readScoreQuery(query)),
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
