import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { mountRoutes } from "./api/routing/mount-routes.ts";
import type { Service, ServiceEnvironment } from "./api/service.ts";
import { storageProblem } from "./api/storage-problem.ts";
import { OTHER_COLLECTOR_PATHS, dropCollectorExport } from "./api/traces/otlp-other-signal-routes.ts";
import { COLLECTOR_PATH, takeCollectorExport } from "./api/traces/otlp-trace-routes.ts";
import { HttpError, namedError } from "./http/http-errors.ts";
import { mountMcp } from "./mcp/mcp-routes.ts";
import { measureRequests } from "./metrics/metrics-app.ts";
import { mountPageApi } from "./pages/page-api.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { API_ROUTES } from "./routes.ts";

/**
 * Cross-origin rules: any page may send requests, and its keys decide on access. Browsers keep this answer for 24 hours, or for
 * their own maximum.
 */
const CORS = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  exposeHeaders: ["Retry-After"],
  maxAge: 86_400,
});

const RESOURCE_POLICY = "Cross-Origin-Resource-Policy";

/**
 * Middleware by which browsers keep answers from pages of other origins that ask without CORS, as elements such as pictures do. An
 * answer that is meant for them has the header already.
 */
const keepFromOtherOrigins: MiddlewareHandler<ServiceEnvironment> = async (context, next) => {
  await next();
  if (!context.res.headers.has(RESOURCE_POLICY)) context.header(RESOURCE_POLICY, "same-origin");
};

/** Creates the application that answers all requests: the API and the pages. */
export function createApp(service: Service, faults?: MiddlewareHandler<ServiceEnvironment>): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  if (service.metrics) app.use("*", measureRequests(service.metrics));
  app.use("*", async (context, next) => {
    context.set("publicUrl", service.publicUrl);
    await next();
  });
  app.use("*", keepFromOtherOrigins);
  app.use("/api/*", CORS);
  if (faults) app.use("*", faults);
  mountRoutes(app, service, API_ROUTES);
  mountPageApi(app, service);
  mountMcp(app, service);
  app.route("/", pageRoutes(service));
  answerProblems(app, service);
  return app;
}

/**
 * Creates the application for the usual address of an OpenTelemetry collector. It takes exports, without keys from this
 * machine.
 */
export function createOtlpApp(service: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  if (service.metrics) app.use("*", measureRequests(service.metrics));
  app.use("*", keepFromOtherOrigins);
  app.post(COLLECTOR_PATH, async (context) => takeCollectorExport(service, context));
  for (const path of OTHER_COLLECTOR_PATHS) app.post(path, async (context) => dropCollectorExport(service, context));
  answerProblems(app, service);
  return app;
}

function answerProblems(app: Hono<ServiceEnvironment>, service: Service): void {
  app.notFound((context) => {
    const { status, body } = namedError("SvcNotFoundError", `There is nothing at ${context.req.path}`);
    return context.json(body, status);
  });
  app.onError((error, context) => {
    const answer =
      error instanceof HttpError ? error : (storageProblem(error, service) ?? unexpected(error, context, service));
    return context.json(answer.body, answer.status, { ...answer.headers });
  });
}

function unexpected(error: Error, { req }: Context, { log }: Service): HttpError {
  log(`${req.method} ${req.path} failed inside the service: ${error.stack ?? error.message}`);
  return namedError("InternalServerError", "Internal Server Error");
}
