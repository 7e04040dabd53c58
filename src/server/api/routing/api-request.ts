import type { Context } from "hono";
import type { Access, ProjectAccess } from "../../http/access.ts";
import { accessError } from "../../http/http-errors.ts";
import type { Operations } from "./operations.ts";
import type { Service, ServiceEnvironment } from "../service.ts";

/** Id of an operation in the API document. */
export type OperationId = keyof Operations;

/** Request for a route, with its credentials checked. */
export interface Caller {
  readonly service: Service;
  readonly context: Context<ServiceEnvironment>;
  /** Access that the credentials give; undefined for a route that needs none. */
  readonly access: Access | undefined;
}

/** Parameters and body of a request. */
export interface RequestContent {
  /** Path parameters, decoded. */
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

/** Request as handlers get it. */
export class ApiRequest<Content extends RequestContent> implements Caller {
  readonly service: Service;
  readonly context: Context<ServiceEnvironment>;
  readonly access: Access | undefined;
  readonly params: Content["params"];
  readonly query: Content["query"];
  readonly body: Content["body"];

  constructor({ service, context, access }: Caller, { params, query, body }: Content) {
    this.service = service;
    this.context = context;
    this.access = access;
    this.params = params;
    this.query = query;
    this.body = body;
  }

  /** Project of the credentials. Throws a 403 for a request without a project. */
  get projectId(): string {
    return this.projectAccess.projectId;
  }

  /** Access to the project of the credentials. Throws a 403 for a request without a project. */
  get projectAccess(): ProjectAccess {
    if (this.access !== undefined && this.access.level !== "organization") return this.access;
    throw accessError(403, "Project ID not found for API token. Are you using an organization key?");
  }
}
