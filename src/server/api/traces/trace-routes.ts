import { readIds } from "../id-list.ts";
import { type Route, ownRoute, route } from "../routing/route.ts";

/** Most traces whose excerpts one request reads. */
const MOST_EXCERPTS = 100;

/** Deletion and excerpts of traces. Reading a whole trace needs no route, since it is read as its observations. */
export const traceRoutes: readonly Route[] = [
  route("trace_delete", async ({ service, projectId, params }) => {
    await service.observations.deleteTraces(projectId, [params.traceId]);
    return { message: "Trace deleted successfully" };
  }),

  route("trace_deleteMultiple", async ({ service, projectId, body }) => {
    await service.observations.deleteTraces(projectId, body.traceIds);
    return { message: "Traces deleted successfully" };
  }),

  /** Question and answer of each trace in `ids`, a JSON list, in one line each. The page alone reads them. */
  ownRoute(
    { method: "GET", path: "/api/local/traces/excerpts", access: "project" },
    async ({ service, projectId, query }) =>
      service.observations.readAsJson("traceExcerpts", projectId, readIds(query["ids"]?.[0], MOST_EXCERPTS)),
  ),
];
