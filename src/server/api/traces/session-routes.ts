import { readGroupQuery } from "../../query/session-query.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/**
 * Sessions and users with the totals of their traces, which this service alone has: the metrics of the API know neither the first
 * and the last time of a group nor their order.
 */
export const sessionRoutes: readonly Route[] = [
  ownRoute({ method: "GET", path: "/api/local/sessions", access: "project" }, async ({ service, projectId, query }) =>
    service.observations.readAsJson("groups", projectId, readGroupQuery("sessionId", query)),
  ),

  ownRoute({ method: "GET", path: "/api/local/users", access: "project" }, async ({ service, projectId, query }) =>
    service.observations.readAsJson("groups", projectId, readGroupQuery("userId", query)),
  ),
];
