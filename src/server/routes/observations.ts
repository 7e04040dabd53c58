import { Hono } from "hono";
import { readObservationQuery } from "../observation-query.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { only } from "./only.ts";

/** `GET /api/public/v2/observations`: observations by field groups, newest first, page by page. */
export function observationRoutes({ reader }: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  only(app, "GET", "/api/public/v2/observations", (context) =>
    context.json(reader.page(readObservationQuery(context.req.queries()))),
  );
  return app;
}
