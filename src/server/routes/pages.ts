import { Hono } from "hono";
import { namedError } from "../http-errors.ts";
import { pageAccess } from "../page-access.ts";
import { PAGE_HEADERS } from "../page-layout.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { MAX_ROWS, tracePage } from "../trace-page.ts";
import { tracesPage } from "../traces-page.ts";
import { only } from "./only.ts";

const LATEST_ROOTS = 50;

/** The pages for people: the latest traces, and one trace as a tree. */
export function pageRoutes({ credentials, reader, projectId }: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  const access = pageAccess(credentials);
  app.use("/", access);
  app.use("/project/*", access);
  only(app, "GET", "/", (context) =>
    context.html(tracesPage(reader.latestRoots(LATEST_ROOTS)), 200, { ...PAGE_HEADERS }),
  );
  only(app, "GET", "/project/:projectId/traces/:traceId", (context) => {
    const { traceId = "", projectId: project } = context.req.param();
    // One more than the page shows, so that it can say that there are more.
    const observations = project === projectId ? reader.trace(traceId, MAX_ROWS + 1) : [];
    if (observations.length === 0) {
      throw namedError(
        "SvcNotFoundError",
        `No trace ${traceId} in project ${project}. Spans arrive when they have ended.`,
      );
    }
    return context.html(tracePage(traceId, observations), 200, { ...PAGE_HEADERS });
  });
  return app;
}
