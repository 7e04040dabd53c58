import { type Context, Hono } from "hono";
import type { Service, ServiceEnvironment } from "../api/service.ts";
import { readObservationQuery } from "../query/observation-query.ts";
import { accessToPagesOf, pageAccess } from "./page-access.ts";
import { type PageFiles, readPageFiles } from "./page-files.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

type PageContext = Context<ServiceEnvironment>;

/** Content of `ui/NAME` never changes, since the name holds its hash. */
const ASSET_HEADERS = { "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff" };

/** Creates the page for people. One document shows every view; its script reads the rest through the API. */
export function pageRoutes({ credentials, observations }: Service): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  let files: PageFiles | undefined;
  const read = (): PageFiles => (files ??= readPageFiles());
  const document = (context: PageContext, status: 200 | 404): Response =>
    context.html(read().document, status, { ...PAGE_HEADERS });

  app.get("/", (context) => {
    const { projectId } = pageAccess(credentials, context.env.incoming);
    return context.redirect(`/project/${encodeURIComponent(projectId)}/traces`);
  });
  app.get("/ui/:name", (context) => {
    const file = read().assets.get(context.req.param("name"));
    if (file === undefined) return context.notFound();
    const headers = { ...ASSET_HEADERS, "Content-Type": file.type, Vary: "Accept-Encoding" };
    const takesGzip = /\bgzip\b/.test(context.req.header("accept-encoding") ?? "");
    return takesGzip
      ? context.body(file.gzipped, 200, { ...headers, "Content-Encoding": "gzip" })
      : context.body(file.body, 200, headers);
  });

  app.use("/project/:projectId/*", async ({ req, env }, next) => {
    accessToPagesOf(req.param("projectId"), credentials, env.incoming);
    return next();
  });
  app.get("/project/:projectId/traces", (context) => document(context, 200));
  app.get("/project/:projectId/traces/:traceId", async (context) => {
    const { traceId, projectId } = context.req.param();
    const isHere = await observations.hasObservation(projectId, readObservationQuery({ traceId, limit: 1 }));
    // The page says that there is no such trace, and shows the trace as soon as it arrives.
    return document(context, isHere ? 200 : 404);
  });
  // An address without a view is a page for a browser, and an error in JSON for a program.
  app.get("*", async (context, next) => (isForBrowser(context) ? document(context, 404) : next()));
  return app;
}

function isForBrowser({ req }: PageContext): boolean {
  return !/^(\/project\/[^/]+)?\/api\//.test(req.path) && (req.header("accept") ?? "").includes("text/html");
}
