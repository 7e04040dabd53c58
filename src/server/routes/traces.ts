import { invalidRequest } from "../http-errors.ts";
import { isObject } from "../json.ts";
import type { ApiRequest, Route } from "./route.ts";

/** Most traces that one request deletes. */
const MAX_TRACES = 1_000;

/** Traces: only their deletion, since a trace is read as its observations. */
export const traceRoutes: readonly Route[] = [
  { method: "DELETE", path: "/api/public/traces/:traceId", handle: deleteTrace },
  { method: "DELETE", path: "/api/public/traces", handle: deleteTraces },
];

async function deleteTrace(request: ApiRequest): Promise<unknown> {
  await request.service.observations.deleteTraces(request.projectId, [request.param("traceId")]);
  return { message: "Trace deleted successfully" };
}

async function deleteTraces(request: ApiRequest): Promise<unknown> {
  await request.service.observations.deleteTraces(request.projectId, readTraceIds(await request.json()));
  return { message: "Traces deleted successfully" };
}

function readTraceIds(body: unknown): string[] {
  const traceIds = isObject(body) && Object.keys(body).length === 1 ? body["traceIds"] : undefined;
  const isList = Array.isArray(traceIds) && traceIds.every((id) => typeof id === "string");
  if (!isList || traceIds.length === 0 || traceIds.length > MAX_TRACES) {
    const message = `{ "traceIds": [...] } with 1 to ${MAX_TRACES} texts and nothing else is expected`;
    throw invalidRequest([{ code: "invalid_value", message, path: ["traceIds"] }]);
  }
  return traceIds;
}
