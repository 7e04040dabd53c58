import type { Hono } from "hono";
import { mountRoutes } from "../api/routing/mount-routes.ts";
import { accessError } from "../http/http-errors.ts";
import { isFromOwnPage } from "../http/own-page.ts";
import { isReading } from "../http/reading-methods.ts";
import type { Service, ServiceEnvironment } from "../api/service.ts";
import { API_ROUTES } from "../routes.ts";
import { requireRole } from "../sign-in/needed-role.ts";
import { accessToPagesOf } from "./page-access.ts";

/** Path of a project's pages. The name of the parameter is one that no path of the API has. */
const PROJECT = "/project/:pageProject";

/** What only programs send, with their keys: observations, and the feedback of their users. A person neither adds nor replaces such. */
const SENT_BY_PROGRAMS = /^\/api\/public\/(?:otel|ingestion|feedback)(?:\/|$)/;

/** Operations that the page may use: those of a project. */
const OPERATIONS = API_ROUTES.filter(
  ({ access, path }) => (access === "project" || access === "scores") && !SENT_BY_PROGRAMS.test(path),
);

/**
 * Adds the API once more below the path of each project, only for the page: `/project/ID/api/public/…`. Its requests have the
 * access of the page, since a browser sends no keys to an event stream, and none at all where the service is open to its machine. A
 * change must come from a page of this service. A page of another origin gets no answer that it can read, because the cross-origin rules of the API do
 * not hold here.
 */
export function mountPageApi(app: Hono<ServiceEnvironment>, service: Service): void {
  app.use(`${PROJECT}/api/*`, async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cache-Control", "no-store");
  });
  mountRoutes(app, service, OPERATIONS, {
    prefix: PROJECT,
    checkAccess: async ({ req, env }, { path }) => {
      const access = await accessToPagesOf(req.param("pageProject") ?? "", service, env.incoming, "data");
      if (access.member !== undefined) requireRole(access.member, { method: req.method, path });
      if (!isReading(req.method) && !isFromOwnPage(env.incoming, service.publicUrl)) {
        throw accessError(403, "Only the page of this service may change a project here. Programs use /api/public");
      }
      return access;
    },
  });
}
