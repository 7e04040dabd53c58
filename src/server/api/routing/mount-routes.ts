import type { Context, Hono } from "hono";
import type { Access } from "../../http/access.ts";
import { answerBudget } from "../../http/body/answer-budget.ts";
import { bodyOwnerOf } from "../../http/body/body-owner.ts";
import { HttpError, namedError } from "../../http/http-errors.ts";
import { isReading } from "../../http/reading-methods.ts";
import { inStyle, scimMediaType } from "../../http/problem-style.ts";
import { respond } from "./answer.ts";
import { requireLevel } from "../credentials.ts";
import { storageProblem } from "../storage-problem.ts";
import type { Route } from "./route.ts";
import type { Service, ServiceEnvironment } from "../service.ts";
import { inProject } from "../writes-of-project.ts";

interface Mount {
  /** Path before the paths of the routes. Default: none. */
  prefix?: string;
  /** Resolves to the access of a request, or rejects with a 401 or 403. Default: the credentials of the request decide. */
  checkAccess?: (context: Context<ServiceEnvironment>, route: Route) => Promise<Access>;
}

/** Adds routes to the application. A path answers 405 to every method that it has no route for. */
export function mountRoutes(
  app: Hono<ServiceEnvironment>,
  service: Service,
  routes: readonly Route[],
  { prefix = "", checkAccess = async ({ env }) => service.credentials.check(env.incoming) }: Mount = {},
): void {
  for (const route of routes) {
    const { method, path, access: needed, problems, run } = route;
    app.on(method, prefix + path, async (context) => {
      try {
        const permit = async (): Promise<Access | undefined> => {
          if (needed === "none") return undefined;
          const granted = await checkAccess(context, route);
          requireLevel(granted, needed);
          return granted;
        };
        const access = await permit();
        // Strangers get small answers, which are not counted: those of one would keep the others from theirs.
        const owner = access && bodyOwnerOf(access);
        if (owner) answerBudget.requireRoom(owner, 0);
        const hold = (bytes: number): void => {
          if (owner === undefined) return;
          // What a request changed is done: its answer is sent in any case.
          if (isReading(method)) answerBudget.requireRoom(owner, bytes);
          answerBudget.hold(owner, context.env.outgoing, bytes);
        };
        return await inProject(service, method, access, async () => {
          const result = await run({ service, context, access });
          const response = respond(context, result, hold);
          if (problems === "scim" && response.body !== null) {
            response.headers.set("Content-Type", scimMediaType(context.req.header("accept")));
          }
          // Keys, members and projects are those of the organization: what is open may have lost its right.
          if (needed === "organization" && !isReading(method)) await service.openStreams.ask();
          if (access !== undefined) {
            const { path: sent } = context.req;
            await service.auditLog?.note(access, { method, operation: path, path: sent.slice(sent.indexOf("/api/")) });
          }
          if (context.req.method === "HEAD") return withoutBody(response);
          return result === response ? service.openStreams.watch(response, access, permit) : response;
        });
      } catch (error) {
        const problem = storageProblem(error, service) ?? error;
        throw problem instanceof HttpError ? inStyle(problem, problems, context.req.header("accept")) : problem;
      }
    });
  }
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const allowed = ofPath.map(({ method }) => method).join(", ");
    app.all(prefix + path, ({ req }) => {
      const problem = namedError("MethodNotAllowedError", `Method not allowed: use ${allowed}`, { Allow: allowed });
      throw inStyle(problem, ofPath[0]?.problems ?? "named", req.header("accept"));
    });
  }
}

/** Returns the answer to a HEAD. Its body is ended: nobody reads it, so that a stream would stay open. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
