import { readObservationQuery } from "../../query/observation-query.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/** Times of observations, which this service alone answers. */
export const startTimeRoutes: readonly Route[] = [
  /** Returns the first and the last start among the observations that a `filter` finds; nulls when it finds none. */
  ownRoute(
    { method: "GET", path: "/api/local/observations/start-times", access: "project" },
    async ({ service, projectId, query }) => {
      const filter = query["filter"]?.[0] ?? "";
      const times = await service.observations.read(
        "startTimes",
        projectId,
        readObservationQuery({ filter, limit: 1 }),
      );
      return times ?? { first: null, last: null };
    },
  ),
];
