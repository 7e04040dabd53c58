import { Hono } from "hono";
import { namedError } from "../http-errors.ts";
import { LOCAL_PROJECT } from "../local-project.ts";
import { pageAccess } from "../page-access.ts";
import { PAGE_HEADERS } from "../page-layout.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { MAX_ROWS, tracePage } from "../trace-page.ts";
import { tracesPage } from "../traces-page.ts";

const LATEST_ROOTS = 50;

/** The pages for people: the latest traces, and one trace as a tree. */
export function pageRoutes({ credentials, observations }: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  const access = pageAccess(credentials);
  app.use("/", access);
  app.use("/project/*", access);
  app.get("/", async (context) => {
    const roots = await observations.latestRoots(LOCAL_PROJECT.id, LATEST_ROOTS);
    return context.html(tracesPage(roots), 200, { ...PAGE_HEADERS });
  });
  app.get("/project/:projectId/traces/:traceId", async (context) => {
    const { traceId, projectId } = context.req.param();
    // One more than the page shows, so that it can say that there are more.
    const found = await observations.trace(projectId, traceId, MAX_ROWS + 1);
    if (found.length === 0) {
      throw namedError(
        "SvcNotFoundError",
        `No trace ${traceId} in project ${projectId}. Spans arrive when they have ended.`,
      );
    }
    return context.html(tracePage(traceId, found), 200, { ...PAGE_HEADERS });
  });
  return app;
}
