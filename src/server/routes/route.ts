import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Access, type AccessLevel } from "../access.ts";
import { requireLevel } from "../credentials.ts";
import { accessError, namedError } from "../http-errors.ts";
import { readJsonBody } from "../json-body.ts";
import type { Service, ServiceEnvironment } from "../service.ts";

/** One operation of the API: what it answers to, who may use it, and the function that does it. */
export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As Hono writes paths: `/api/public/v2/datasets/:datasetName`. Parameters arrive decoded. */
  path: string;
  /** Default `project`; `none` for what needs no credentials. */
  access?: AccessLevel | "none";
  handle: (request: ApiRequest) => unknown;
}

/** One request as the operations see it. */
export class ApiRequest {
  readonly service: Service;
  readonly context: Context<ServiceEnvironment>;
  readonly #access: Access | undefined;

  constructor(service: Service, context: Context<ServiceEnvironment>, access: Access | undefined) {
    this.service = service;
    this.context = context;
    this.#access = access;
  }

  /** The project that the credentials open. */
  get projectId(): string {
    const access = this.access;
    if (access.level === "organization") throw accessError(403, "Project ID not found for API token.");
    return access.projectId;
  }

  /** What the credentials open. */
  get access(): Access {
    if (this.#access === undefined) throw new Error("a route without credentials asked for them");
    return this.#access;
  }

  /** The value of a parameter of the path. */
  param(name: string): string {
    return this.context.req.param(name) ?? "";
  }

  /** The query parameters; each may be given several times. */
  get query(): Record<string, string[]> {
    return this.context.req.queries();
  }

  /** The body read as JSON, at most `maxBytes` long (default 1 MB). Throws the answer for one that cannot be read. */
  async json(maxBytes?: number): Promise<unknown> {
    return readJsonBody(this.context.env.incoming, maxBytes);
  }
}

/** An answer with another status than 200. */
export class Answer {
  readonly status: ContentfulStatusCode | 204;
  readonly body: unknown;

  constructor(status: ContentfulStatusCode | 204, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** Puts routes into the application; a path answers every method that it has no route for with 405. */
export function mount(app: Hono<ServiceEnvironment>, service: Service, routes: readonly Route[]): void {
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => answer(service, route, context));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    app.all(path, () => {
      const allowed = methods.join(", ");
      throw namedError("MethodNotAllowedError", `Method not allowed: use ${allowed}`, { Allow: allowed });
    });
  }
}

async function answer(service: Service, route: Route, context: Context<ServiceEnvironment>): Promise<Response> {
  const { access: needed = "project", handle } = route;
  const access = needed === "none" ? undefined : service.credentials.check(context.env.incoming);
  if (access !== undefined && needed !== "none") requireLevel(access, needed);
  const result = await handle(new ApiRequest(service, context, access));
  if (result instanceof Response) return result;
  if (!(result instanceof Answer)) return context.json(result ?? { message: "OK" });
  const { status, body } = result;
  return status === 204 ? context.body(null, status) : context.json(body, status);
}
