import { type Route, route } from "../routing/route.ts";

/** Deletion of traces. Reading needs no route, since a trace is read as its observations. */
export const traceRoutes: readonly Route[] = [
  route("trace_delete", async ({ service, projectId, params }) => {
    await service.observations.deleteTraces(projectId, [params.traceId]);
    return { message: "Trace deleted successfully" };
  }),

  route("trace_deleteMultiple", async ({ service, projectId, body }) => {
    await service.observations.deleteTraces(projectId, body.traceIds);
    return { message: "Traces deleted successfully" };
  }),
];
