import type { Hono } from "hono";
import { HttpError, namedError } from "../../http/http-errors.ts";
import { inStyle } from "../../http/problem-style.ts";
import { WriteUnavailable } from "../../storage/records.ts";
import { writeAdvice } from "../../storage/sqlite/database-problem.ts";
import { respond } from "./answer.ts";
import { requireLevel } from "../credentials.ts";
import type { Route } from "./route.ts";
import type { Service, ServiceEnvironment } from "../service.ts";

/** Adds routes to the application. A path answers 405 to every method that it has no route for. */
export function mountRoutes(app: Hono<ServiceEnvironment>, service: Service, routes: readonly Route[]): void {
  for (const { method, path, access: needed, problems, run } of routes) {
    app.on(method, path, async (context) => {
      try {
        const access = needed === "none" ? undefined : service.credentials.check(context.env.incoming);
        if (access !== undefined && needed !== "none") requireLevel(access, needed);
        return respond(context, await run({ service, context, access }));
      } catch (error) {
        const problem = error instanceof WriteUnavailable ? notStored(error, service) : error;
        throw problem instanceof HttpError ? inStyle(problem, problems) : problem;
      }
    });
  }
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const allowed = ofPath.map(({ method }) => method).join(", ");
    app.all(path, () => {
      const problem = namedError("MethodNotAllowedError", `Method not allowed: use ${allowed}`, { Allow: allowed });
      throw inStyle(problem, ofPath[0]?.problems ?? "named");
    });
  }
}

function notStored({ message }: WriteUnavailable, { log, dataDirectory }: Service): HttpError {
  log(`a change was not stored: ${message}. ${writeAdvice(dataDirectory)}`);
  return namedError("ServiceUnavailableError", "The change could not be stored: see the log of the service");
}
