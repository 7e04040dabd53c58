import { type Context, Hono } from "hono";
import type { Service, ServiceEnvironment } from "../api/service.ts";
import { namedError } from "../http/http-errors.ts";
import { pageProject, requirePagesOf } from "./page-access.ts";
import { PAGE_HEADERS } from "./page-layout.ts";
import { MAX_ROWS, tracePage } from "./trace-page.ts";
import { tracesPage } from "./traces-page.ts";

const LATEST_TRACES = 50;

/** Creates the pages for people: the latest traces of a project, and one trace as a tree. */
export function pageRoutes({ credentials, observations }: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();

  async function listTraces(context: Context<ServiceEnvironment>, projectId: string): Promise<Response> {
    const traces = await observations.latestTraces(projectId, LATEST_TRACES);
    return context.html(tracesPage(projectId, traces), 200, { ...PAGE_HEADERS });
  }

  app.get("/", async (context) => listTraces(context, pageProject(credentials, context.env.incoming)));
  app.get("/project/:projectId/traces", async (context) => {
    const { projectId } = context.req.param();
    requirePagesOf(projectId, credentials, context.env.incoming);
    return listTraces(context, projectId);
  });
  app.get("/project/:projectId/traces/:traceId", async (context) => {
    const { traceId, projectId } = context.req.param();
    requirePagesOf(projectId, credentials, context.env.incoming);
    // Reads one more than the page shows, so that the page can say that there are more.
    const found = await observations.trace(projectId, traceId, MAX_ROWS + 1);
    if (found.length === 0) {
      throw namedError(
        "SvcNotFoundError",
        `No trace ${traceId} in project ${projectId}. Spans arrive when they have ended.`,
      );
    }
    return context.html(tracePage(projectId, traceId, found), 200, { ...PAGE_HEADERS });
  });
  return app;
}
