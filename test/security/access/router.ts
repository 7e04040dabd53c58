// Routes as the router of the service has them. No request is sent: only the table of the router is read.
import { createMetricsApp } from "../../../src/server/metrics/metrics-app.ts";
import type { MetricsReader } from "../../../src/server/metrics/metrics-reader.ts";
import type { Service } from "../../../src/server/api/service.ts";
import { createApp, createOtlpApp } from "../../../src/server/app.ts";

/** Route of the router. */
export interface Listed {
  readonly method: string;
  /** Path with the names of its parameters: `/project/:projectId/traces`. */
  readonly path: string;
}

/** Handlers for all methods that answer nothing by themselves: they add headers, or check access for the routes behind them. */
const PASSING_ON: ReadonlySet<string> = new Set([
  "*",
  "/*",
  "/api/*",
  "/project/:pageProject/api/*",
  "/project/:projectId/*",
]);

/** Parts that the routes are made from: the storage of media decides on headers, and the sign-in adds routes. */
const SERVICE = {
  mediaContents: { transfer: { kind: "service" } },
  signIn: { publicUrl: "http://localhost" },
} as unknown as Service;

/** Returns the routes of the service itself. */
export function serviceRoutes(): readonly Listed[] {
  return listed(createApp(SERVICE).routes);
}

/** Returns the routes of the port that takes exports as a collector does. */
export function collectorRoutes(): readonly Listed[] {
  return listed(createOtlpApp(SERVICE).routes);
}

/** Returns the routes of the port for measurements. */
export function metricsRoutes(): readonly Listed[] {
  return listed(createMetricsApp({} as MetricsReader, false).routes);
}

/** Leaves out what passes on, and the answer 405 of a path to the methods that it does not have. */
function listed(routes: readonly Listed[]): readonly Listed[] {
  const byMethod = new Set(routes.filter(({ method }) => method !== "ALL").map(({ path }) => path));
  return routes
    .filter(({ method, path }) => method !== "ALL" || !(PASSING_ON.has(path) || byMethod.has(path)))
    .map(({ method, path }) => ({ method, path }));
}
