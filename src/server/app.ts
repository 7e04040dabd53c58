import { Hono } from "hono";
import { HttpError, namedError } from "./http-errors.ts";
import { healthRoutes } from "./routes/health.ts";
import { observationRoutes } from "./routes/observations.ts";
import { otlpTracesRoutes } from "./routes/otlp-traces.ts";
import { pageRoutes } from "./routes/pages.ts";
import { projectRoutes } from "./routes/projects.ts";
import type { Service, ServiceEnvironment } from "./service.ts";

/** Everything the service answers. */
export function createApp(service: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  app.route("/", healthRoutes());
  app.use("/api/public/*", async (context, next) => {
    service.credentials.check(context.req.header("authorization"));
    await next();
  });
  app.route("/", otlpTracesRoutes(service));
  app.route("/", projectRoutes());
  app.route("/", observationRoutes(service));
  app.route("/", pageRoutes(service));

  app.notFound((context) => {
    const { status, body } = namedError("SvcNotFoundError", `There is nothing at ${context.req.path}`);
    return context.json(body, status);
  });
  app.onError((error, context) => {
    const answer = error instanceof HttpError ? error : unexpected(error, service);
    return context.json(answer.body, answer.status, { ...answer.headers });
  });
  return app;
}

function unexpected(error: Error, { log }: Service): HttpError {
  log(`a request failed inside the service: ${error.stack ?? error.message}`);
  return namedError("InternalServerError", "Internal Server Error");
}
