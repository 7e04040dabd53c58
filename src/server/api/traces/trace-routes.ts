import type { ApiRequest, Route } from "../route.ts";

/** Deletion of traces. Reading needs no route, since a trace is read as its observations. */
export const traceRoutes: readonly Route[] = [
  { operation: "trace_delete", handle: deleteTrace },
  { operation: "trace_deleteMultiple", handle: deleteTraces },
];

async function deleteTrace({ service, projectId, params }: ApiRequest): Promise<unknown> {
  await service.observations.deleteTraces(projectId, [params["traceId"] ?? ""]);
  return { message: "Trace deleted successfully" };
}

async function deleteTraces({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { traceIds } = body as { traceIds: string[] };
  await service.observations.deleteTraces(projectId, traceIds);
  return { message: "Traces deleted successfully" };
}
