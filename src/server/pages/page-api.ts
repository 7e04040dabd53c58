import type { Hono } from "hono";
import { mountRoutes } from "../api/routing/mount-routes.ts";
import type { Service, ServiceEnvironment } from "../api/service.ts";
import { API_ROUTES } from "../routes.ts";
import { accessToPagesOf } from "./page-access.ts";

/** Path of a project's pages. The name of the parameter is one that no path of the API has. */
const PROJECT = "/project/:pageProject";

/** Operations that the page uses: those that read a project. */
const READS = API_ROUTES.filter(({ method, access }) => method === "GET" && access === "project");

/**
 * Adds the API once more below the path of each project, for the page alone: `/project/ID/api/public/…`. Its requests have the
 * access of the page, since a browser sends no keys to an event stream, and none at all on this machine. Only reads are here,
 * and without the cross-origin rules of the API: a page of another origin gets no answer that it can read.
 */
export function mountPageApi(app: Hono<ServiceEnvironment>, service: Service): void {
  app.use(`${PROJECT}/api/*`, async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cache-Control", "no-store");
  });
  mountRoutes(app, service, READS, {
    prefix: PROJECT,
    checkAccess: ({ req, env }) => accessToPagesOf(req.param("pageProject") ?? "", service.credentials, env.incoming),
  });
}
