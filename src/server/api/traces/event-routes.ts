import type { ApiRequest, Route } from "../route.ts";

/** What this service alone has: new observations as they are stored. */
export const eventRoutes: readonly Route[] = [
  { method: "GET", path: "/api/local/observations/events", access: "project", handle: streamObservations },
];

/** Server-sent events; a browser that lost the connection says with `Last-Event-ID` where to read on. */
function streamObservations({ service, projectId, context }: ApiRequest): Response {
  const last = Number(context.req.header("last-event-id") || Number.NaN);
  const stream = service.feed.stream(projectId, Number.isSafeInteger(last) && last >= 0 ? last : undefined);
  return context.body(stream, 200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
}
