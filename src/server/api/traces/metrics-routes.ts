import { checkMetricsQuery } from "../../query/metrics-check.ts";
import { parseMetricsQuery } from "../../query/metrics-syntax.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Metrics over observations and scores. */
export const metricsRoutes: readonly Route[] = [{ operation: "metrics_metrics", handle: readMetrics }];

async function readMetrics({ service, projectId, query }: ApiRequest): Promise<unknown> {
  const asked = parseMetricsQuery(String(query["query"]));
  checkMetricsQuery(asked);
  return service.observations.metrics(projectId, asked);
}
