import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { isLoopbackHost } from "../http/loopback.ts";
import type { MetricsReader } from "./metrics-reader.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

/** Version of the text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Creates the application that answers at `/metrics`, for a port of its own. A port that is for this machine takes requests for its names
 * only: a page on the internet can resolve its own name to this machine.
 */
export function createMetricsApp(reader: MetricsReader, isForThisMachine: boolean): Hono {
  const app = new Hono();
  if (isForThisMachine) {
    app.use("*", async ({ req, text }, next) => {
      if (!isLoopbackHost(req.header("host") ?? "")) return text("Ask for localhost or 127.0.0.1\n", 403);
      return next();
    });
  }
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
