import { type Context, Hono } from "hono";
import type { Service, ServiceEnvironment } from "../api/service.ts";
import { HttpError } from "../http/http-errors.ts";
import { readObservationQuery } from "../query/observation-query.ts";
import { SIGN_IN_PATH, signInRoutes } from "../sign-in/sign-in-routes.ts";
import { withMeta } from "./meta-element.ts";
import { accessToPagesOf, askForKeys, openProject, pageAccess } from "./page-access.ts";
import { type PageFiles, readPageFiles } from "./page-files.ts";
import { pageHeaders } from "./page-headers.ts";
import { VIEW_PATHS, type ViewName } from "./page-views.ts";
import { refusedDocument } from "./refusal.ts";
import { SIGNED_IN, SIGNED_IN_ID, SIGNED_IN_ROLE } from "./signed-in.ts";

type PageContext = Context<ServiceEnvironment>;

/** Content of `ui/NAME` never changes, since the name holds its hash. */
const ASSET_HEADERS = { "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff" };

/** Creates the page for people. One document shows every view; its script reads the rest through the API. */
export function pageRoutes(service: Service): Hono<ServiceEnvironment> {
  const { observations, mediaContents, publicUrl, signIn } = service;
  const app = new Hono<ServiceEnvironment>();
  const headers = pageHeaders(mediaContents, publicUrl);
  let files: PageFiles | undefined;
  const read = (): PageFiles => (files ??= readPageFiles());
  const document = (context: PageContext, status: 200 | 404): Response => {
    const member = context.get("member");
    let { document } = read();
    if (member !== undefined) {
      document = withMeta(document, SIGNED_IN, member.email);
      document = withMeta(document, SIGNED_IN_ID, member.id);
      document = withMeta(document, SIGNED_IN_ROLE, member.role);
    }
    return context.html(document, status, { ...headers });
  };

  // A page for a browser, and an error in JSON for a program.
  const refuse = async (context: PageContext, error: unknown): Promise<Response> => {
    if (!(error instanceof HttpError) || !isForBrowser(context)) throw error;
    const { incoming } = context.env;
    if (signIn !== undefined && error.status === 401 && incoming.headers.authorization === undefined) {
      return context.redirect(`${SIGN_IN_PATH}?to=${encodeURIComponent(incoming.url ?? "/")}`);
    }
    const refused = refusedDocument(read().document, {
      reason: String(error.body["message"]),
      openProject: await openProject(service, incoming),
      hasSignIn: signIn !== undefined,
    });
    // A browser forgets keys that are refused with a 401 only, and asks for others.
    const hasKeys = signIn === undefined && incoming.headers.authorization !== undefined;
    const { status, headers: more } = error.status === 403 && hasKeys ? askForKeys("") : error;
    return context.html(refused, status, { ...headers, ...more });
  };

  // Whoever is not let in is told so by the page.
  if (signIn !== undefined) {
    const routes = signInRoutes(signIn, service.openStreams);
    routes.onError(async (error, context) => refuse(context, error));
    app.route("/", routes);
  }
  app.get("/", async (context) => {
    try {
      const { projectId } = await pageAccess(service, context.env.incoming, "document");
      return context.redirect(`/project/${encodeURIComponent(projectId)}/traces`);
    } catch (error) {
      return refuse(context, error);
    }
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

  app.use("/project/:projectId/*", async (context, next) => {
    try {
      const { req, env } = context;
      const { member } = await accessToPagesOf(req.param("projectId"), service, env.incoming, "document");
      context.set("member", member);
    } catch (error) {
      return refuse(context, error);
    }
    return next();
  });
  app.get("/project/:projectId", ({ req, redirect }) =>
    redirect(`/project/${encodeURIComponent(req.param("projectId"))}/traces`),
  );
  app.get(addressOf("trace"), async (context) => {
    const { traceId, projectId } = context.req.param();
    const isHere = await observations.read("hasObservation", projectId, readObservationQuery({ traceId, limit: 1 }));
    // The page says that there is no such trace, and shows the trace as soon as it arrives.
    return document(context, isHere ? 200 : 404);
  });
  for (const name of Object.keys(VIEW_PATHS) as ViewName[]) {
    app.get(addressOf(name), (context) => document(context, 200));
  }
  // An address without a view is a page for a browser, and an error in JSON for a program.
  app.get("*", async (context, next) => (isForBrowser(context) ? document(context, 404) : next()));
  return app;
}

/** Returns the pattern of a view's addresses. */
function addressOf<Name extends ViewName>(name: Name): `/project/:projectId${(typeof VIEW_PATHS)[Name]}` {
  return `/project/:projectId${VIEW_PATHS[name]}`;
}

function isForBrowser({ req }: PageContext): boolean {
  return !/^(\/project\/[^/]+)?\/api\//.test(req.path) && (req.header("accept") ?? "").includes("text/html");
}
