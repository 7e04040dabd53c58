import { Hono } from "hono";
import { LOCAL_PROJECT } from "../project.ts";
import type { ServiceEnvironment } from "../service.ts";
import { only } from "./only.ts";

/** `GET /api/public/projects`: the project the keys belong to. */
export function projectRoutes(): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  only(app, "GET", "/api/public/projects", (context) => context.json({ data: [LOCAL_PROJECT] }));
  return app;
}
