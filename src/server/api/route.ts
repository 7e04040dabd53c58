import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Access, AccessLevel } from "../http/access.ts";
import { type Operation, operationOf } from "../http/api-document.ts";
import { EncodedJson } from "../http/encoded-json.ts";
import { HttpError, accessError, namedError } from "../http/http-errors.ts";
import { readJsonBody } from "../http/body/json-body.ts";
import { type ProblemStyle, inStyle } from "../http/problem-style.ts";
import { type ReadParameters, checkBody, readQuery } from "../http/request-validation.ts";
import { WriteUnavailable } from "../storage/records.ts";
import { requireLevel } from "./credentials.ts";
import type { Service, ServiceEnvironment } from "./service.ts";

/** Handler of a route. Its result is answered as JSON. */
type Handle = (request: ApiRequest) => unknown;

/**
 * Operation of the API document. The document defines method, path, access, parameters and body. A request that does not match
 * the document never reaches `handle`.
 */
export interface OperationRoute {
  operation: string;
  handle: Handle;
  /** Most bytes of the body. Default 1 MB. */
  maxBodyBytes?: number;
  /** True when `handle` reads the body: it is not JSON, or not only JSON. */
  isRaw?: boolean;
}

/** Route of this service alone, which is not in the API document. */
export interface PlainRoute {
  method: Operation["method"];
  path: string;
  access: AccessLevel | "none";
  handle: Handle;
}

/** Route that the service answers. */
export type Route = OperationRoute | PlainRoute;

/** Request as handlers get it. */
export interface ApiRequest {
  service: Service;
  context: Context<ServiceEnvironment>;
  /** Path parameters, decoded. */
  params: Record<string, string>;
  /** Query parameters, in the types of the API document and with its defaults. */
  query: ReadParameters;
  /** JSON body; undefined without one. */
  body: unknown;
  /** Access that the credentials give; undefined for a route that needs none. */
  access: Access | undefined;
  /** Project of the credentials. Throws a 403 for a request without a project. */
  projectId: string;
}

/** Answer with a status other than 200. */
export class Answer {
  readonly status: ContentfulStatusCode | 204;
  readonly body: unknown;

  constructor(status: ContentfulStatusCode | 204, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

type Endpoint = Pick<Operation, "method" | "path" | "access"> & {
  handle: Handle;
  operation: Operation | undefined;
  style: ProblemStyle;
  route: Route;
};

/** Adds routes to the application. A path answers 405 to every method that it has no route for. */
export function mount(app: Hono<ServiceEnvironment>, service: Service, routes: readonly Route[]): void {
  const endpoints = routes.map(asEndpoint);
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, async (context) => {
      try {
        return await answer(service, endpoint, context);
      } catch (error) {
        const problem = error instanceof WriteUnavailable ? notStored(error, service) : error;
        throw problem instanceof HttpError ? inStyle(problem, endpoint.style) : problem;
      }
    });
  }
  for (const [path, [first, ...rest]] of byPath(endpoints)) {
    const allowed = [first, ...rest].map(({ method }) => method).join(", ");
    app.all(path, () => {
      const problem = namedError("MethodNotAllowedError", `Method not allowed: use ${allowed}`, { Allow: allowed });
      throw inStyle(problem, first.style);
    });
  }
}

function notStored({ message }: WriteUnavailable, { log, dataDirectory }: Service): HttpError {
  log(`a change was not stored: ${message}. Is there room in ${dataDirectory ?? "memory"}, and may it be written to?`);
  return namedError("ServiceUnavailableError", "The change could not be stored: see the log of the service");
}

function asEndpoint(route: Route): Endpoint {
  const operation = "operation" in route ? operationOf(route.operation) : undefined;
  const { method, path, access } = operation ?? (route as PlainRoute);
  return { method, path, access, handle: route.handle, operation, style: operation?.problems ?? "named", route };
}

function byPath(endpoints: readonly Endpoint[]): Map<string, [Endpoint, ...Endpoint[]]> {
  const found = new Map<string, [Endpoint, ...Endpoint[]]>();
  for (const endpoint of endpoints) {
    const others = found.get(endpoint.path);
    if (others) others.push(endpoint);
    else found.set(endpoint.path, [endpoint]);
  }
  return found;
}

async function answer(service: Service, endpoint: Endpoint, context: Context<ServiceEnvironment>): Promise<Response> {
  const { access: needed, operation, handle } = endpoint;
  const access = needed === "none" ? undefined : service.credentials.check(context.env.incoming);
  if (access !== undefined && needed !== "none") requireLevel(access, needed);
  const given = context.req.queries();
  const result = await handle({
    service,
    context,
    params: context.req.param(),
    query: operation ? readQuery(operation, given) : given,
    body: operation ? await readBodyOf(endpoint, context) : undefined,
    access,
    get projectId(): string {
      if (access !== undefined && access.level !== "organization") return access.projectId;
      throw accessError(403, "Project ID not found for API token. Are you using an organization key?");
    },
  });
  if (result instanceof Response) return result;
  if (result instanceof EncodedJson) return context.body(result.bytes, 200, { "Content-Type": "application/json" });
  if (!(result instanceof Answer)) return context.json(result ?? { message: "OK" });
  const { status, body } = result;
  return status === 204 ? context.body(null, status) : context.json(body, status);
}

async function readBodyOf({ operation, route }: Endpoint, context: Context<ServiceEnvironment>): Promise<unknown> {
  if (!("operation" in route) || operation?.body === undefined || route.isRaw) return undefined;
  const { headers } = context.env.incoming;
  const isEmpty =
    headers["content-length"] === "0" || (!("content-length" in headers) && !("transfer-encoding" in headers));
  if (isEmpty && !operation.isBodyRequired) return undefined;
  const body = await readJsonBody(context.env.incoming, route.maxBodyBytes);
  checkBody(operation, body);
  return body;
}
