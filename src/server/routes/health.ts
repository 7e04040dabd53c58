import { Hono } from "hono";
import { SERVICE_VERSION } from "../project.ts";
import type { ServiceEnvironment } from "../service.ts";
import { only } from "./only.ts";

/** `GET /api/public/health`: that the service answers, and as which version. Needs no credentials. */
export function healthRoutes(): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  only(app, "GET", "/api/public/health", (context) => context.json({ status: "OK", version: SERVICE_VERSION }));
  return app;
}
