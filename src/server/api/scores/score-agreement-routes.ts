import { readAgreementQuery } from "../../query/score-agreement.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/** Kinds of scores and how far two of them agree, which this service alone has. */
export const scoreAgreementRoutes: readonly Route[] = [
  ownRoute({ method: "GET", path: "/api/local/scores/kinds", access: "project" }, async ({ service, projectId }) => ({
    data: await service.observations.read("scoreKinds", projectId),
  })),

  ownRoute(
    { method: "GET", path: "/api/local/scores/agreement", access: "project" },
    async ({ service, projectId, query }) =>
      service.observations.readAsJson("scoreAgreement", projectId, readAgreementQuery(query)),
  ),
];
