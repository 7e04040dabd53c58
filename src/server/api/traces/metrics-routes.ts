import { checkMetricsQuery } from "../../query/metrics-check.ts";
import { parseMetricsQuery } from "../../query/metrics-query.ts";
import { type Route, route } from "../routing/route.ts";

/** Metrics over observations and scores. */
export const metricsRoutes: readonly Route[] = [
  route("metrics_metrics", async ({ service, projectId, query }) => {
    const asked = parseMetricsQuery(query.query);
    checkMetricsQuery(asked);
    return service.observations.readAsJson("metrics", projectId, asked);
  }),
];
