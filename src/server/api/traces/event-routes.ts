import { type Route, ownRoute } from "../routing/route.ts";

/** Feed of new observations as they are stored, which this service alone has. */
export const eventRoutes: readonly Route[] = [
  /** Streams server-sent events. A browser that lost the connection sends `Last-Event-ID` to read on from there. */
  ownRoute(
    { method: "GET", path: "/api/local/observations/events", access: "project" },
    ({ service, projectId, context }) => {
      const last = Number(context.req.header("last-event-id") || Number.NaN);
      const stream = service.feed.stream(projectId, Number.isSafeInteger(last) && last >= 0 ? last : undefined);
      return context.body(stream, 200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    },
  ),
];
