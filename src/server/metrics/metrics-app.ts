import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { MetricsReader } from "./metrics-reader.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

/** Version of the text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Creates the application that answers at `/metrics`, for a port of its own. */
export function createMetricsApp(reader: MetricsReader): Hono {
  const app = new Hono();
  app.get("/metrics", async (context) => context.body(await reader.text(), 200, { "Content-Type": CONTENT_TYPE }));
  return app;
}

export function measureRequests(metrics: ServiceMetrics): MiddlewareHandler {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const { method } = context.req;
    // The route that ran last is the one that answered: before it, the others passed the request on.
    const seconds = (performance.now() - start) / 1_000;
    metrics.answered({ method, route: routePath(context), status: context.res.status, seconds });
  };
}
