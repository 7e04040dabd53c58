import { checkMetricsQuery } from "../../query/metrics-check.ts";
import { parseMetricsQuery } from "../../query/metrics-query.ts";
import { METRICS_VIEWS } from "../../query/metrics-views.ts";
import { type Route, route } from "../routing/route.ts";

/** Metrics over observations and scores. */
export const metricsRoutes: readonly Route[] = [
  route("metrics_metrics", async ({ service, projectId, query }) => {
    const asked = parseMetricsQuery(query.query, (view) => METRICS_VIEWS[view]?.filterColumns);
    checkMetricsQuery(asked);
    return service.observations.readAsJson("metrics", projectId, asked);
  }),
];
