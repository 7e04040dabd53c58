import { Answer } from "./routing/answer.ts";
import { type Route, ownRoute, route } from "./routing/route.ts";
import type { Service } from "./service.ts";

/** Health checks, which need no credentials. Each answers with the version of the service. */
export const healthRoutes: readonly Route[] = [
  /** Says that the process answers. Asks the databases only for a caller that wants to know of them. */
  route("health_health", async ({ service, context }) => {
    const asksDatabases = context.req.query("failIfDatabaseUnavailable") === "true";
    return answer(service, asksDatabases ? await service.readiness.databaseProblem() : undefined);
  }),

  /** Says whether a load balancer should send requests: not while a database does not answer, nor before the end. */
  ownRoute({ method: "GET", path: "/api/public/ready", access: "none" }, async ({ service }) =>
    answer(service, await service.readiness.problem()),
  ),
];

/** Answers 200, or 503 with a problem. */
function answer({ version }: Service, problem: string | undefined): Answer<{ status: string; version: string }> {
  return new Answer(problem === undefined ? 200 : 503, { status: problem ?? "OK", version: version.version });
}
