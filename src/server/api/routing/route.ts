import type { IncomingMessage } from "node:http";
import type { AccessLevel } from "../../http/access.ts";
import { type Operation, operationOf } from "../../http/api-document.ts";
import { bodyOwnerOf } from "../../http/body/body-owner.ts";
import { readJsonBody } from "../../http/body/json-body.ts";
import { checkBody, readQuery } from "../../http/request-validation.ts";
import { withStoredIds } from "../../http/stored-ids.ts";
import type { Result } from "./answer.ts";
import { ApiRequest, type Caller, type OperationId, type RequestContent } from "./api-request.ts";
import type { Operations } from "./operations.ts";

/** Route that the service answers. */
export interface Route extends Pick<Operation, "method" | "path" | "access" | "problems"> {
  /** Reads and checks the request, and handles it. Throws the answer to a request that cannot be used. */
  run: (caller: Caller) => unknown;
}

/** Function that does the work of a route. Its result is answered as JSON. */
type Handle<Content extends RequestContent, Body> = (
  request: ApiRequest<Content>,
) => Result<Body> | Promise<Result<Body>>;

/** Parameters of an operation, with a body that its handler reads. */
type RawContent<Id extends OperationId> = Pick<Operations[Id], "params" | "query"> & { body: undefined };

interface RouteOptions {
  /** Maximum bytes of the body. Default 1 MB. */
  maxBodyBytes?: number;
}

/**
 * Creates the route of an operation. The API document defines method, path, access, parameters and body. A request that does
 * not match the document never reaches the handler.
 */
export function route<Id extends OperationId>(
  id: Id,
  handle: Handle<Operations[Id], Operations[Id]["answer"]>,
  { maxBodyBytes }: RouteOptions = {},
): Route {
  const operation = operationOf(id);
  return {
    ...operation,
    run: async (caller) => {
      const content = { ...readParameters(operation, caller), body: await readBody(operation, caller, maxBodyBytes) };
      // The types of an operation are generated from the document that the request was checked against.
      return handle(new ApiRequest(caller, content as Operations[Id]));
    },
  };
}

/** Creates the route of an operation whose body the handler reads and checks: the body is not JSON, or a list to check item by item. */
export function rawRoute<Id extends OperationId>(
  id: Id,
  handle: Handle<RawContent<Id>, Operations[Id]["answer"]>,
): Route {
  const operation = operationOf(id);
  return {
    ...operation,
    run: async (caller) => {
      const content = { ...readParameters(operation, caller), body: undefined };
      return handle(new ApiRequest(caller, content));
    },
  };
}

/** Names of the parameters in a path such as `/media/:projectId/:mediaId`, each with its text. */
type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

/** Content of a request for a route that the document does not have. Each query parameter has all its values. */
interface OwnContent<Path extends string> extends RequestContent {
  params: PathParameters<Path>;
  query: Record<string, string[]>;
  body: undefined;
}

/** Operation that the API document does not have. `problems`: style of its errors, by default `named`. */
interface OwnOperation<Path extends string> {
  method: Operation["method"];
  path: Path;
  access: AccessLevel | "none";
  problems?: Operation["problems"];
}

/** Creates a route that this service alone has, which is not in the API document. */
export function ownRoute<Path extends string>(
  { method, path, access, problems = "named" }: OwnOperation<Path>,
  handle: Handle<OwnContent<Path>, unknown>,
): Route {
  return {
    method,
    path,
    access,
    problems,
    run: async (caller) => {
      const { req } = caller.context;
      // The parameters are those that the path names, as its type does.
      const params = req.param() as PathParameters<Path>;
      return handle(new ApiRequest(caller, { params, query: req.queries(), body: undefined }));
    },
  };
}

function readParameters(operation: Operation, { context: { req } }: Caller): Omit<RequestContent, "body"> {
  return { params: withStoredIds(req.param()), query: withStoredIds(readQuery(operation, req.queries())) };
}

async function readBody(
  operation: Operation,
  { context, access }: Caller,
  maxBytes: number | undefined,
): Promise<unknown> {
  const { incoming } = context.env;
  if (operation.body === undefined || (isEmpty(incoming) && !operation.isBodyRequired)) return undefined;
  const body = await readJsonBody(incoming, bodyOwnerOf(access), maxBytes);
  checkBody(operation, body);
  return withStoredIds(body);
}

function isEmpty({ headers }: IncomingMessage): boolean {
  return headers["content-length"] === "0" || (!("content-length" in headers) && !("transfer-encoding" in headers));
}
