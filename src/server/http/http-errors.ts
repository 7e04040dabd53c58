import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Error that becomes the answer to a request. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  /** JSON body of the answer. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(JSON.stringify(body));
    this.name = "HttpError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Problem with one query parameter or one field of a body. */
export interface RequestIssue {
  code: string;
  message: string;
  path: Array<string | number>;
}

/** Error names and statuses of the public API. */
const NAMED = {
  InvalidRequestError: 400,
  ForbiddenError: 403,
  SvcNotFoundError: 404,
  MethodNotAllowedError: 405,
  SvcConflictError: 409,
  PayloadTooLargeError: 413,
  UnsupportedMediaTypeError: 415,
  UnprocessableContentError: 422,
  TooManyRequestsError: 429,
  InternalServerError: 500,
  NotImplementedError: 501,
  ServiceUnavailableError: 503,
} as const;

/** Creates an error of the public API: `{ message, error }`. */
export function namedError(
  error: keyof typeof NAMED,
  message: string,
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(NAMED[error], { message, error }, headers);
}

/** Creates a 404: the thing that the request names does not exist. */
export function notFound(what: string, id: string): HttpError {
  return namedError("SvcNotFoundError", `There is no ${what} ${id} in this project`);
}

/** Returns what a read found. Throws a 404 when it found nothing. */
export function foundOr404<T>(found: T | undefined, what: string, id: string): T {
  if (found === undefined) throw notFound(what, id);
  return found;
}

/** Creates the problem of a field or a query parameter that cannot be used for the given reason. */
export function fieldIssue(field: string, reason: string): RequestIssue {
  return { code: "invalid_value", message: `${field}: ${reason}`, path: [field] };
}

/** Creates a 400 for query parameters or a body that cannot be used: `{ message, error: [...] }`. */
export function invalidRequest(issues: RequestIssue[]): HttpError {
  return new HttpError(400, { message: "Invalid request data", error: issues });
}

/** Creates a 400 for one field or query parameter, with the reason why it cannot be used. */
export function invalidParameter(name: string, reason: string): HttpError {
  return invalidRequest([fieldIssue(name, reason)]);
}

/** Creates the error for credentials that are missing or wrong (401) or not sufficient (403): `{ message }`. */
export function accessError(status: 401 | 403, message: string, headers?: Readonly<Record<string, string>>): HttpError {
  return new HttpError(status, { message }, headers);
}

/** Creates the error for a trace export that is refused: `{ error }`. */
export function exportError(
  status: 400 | 413 | 415 | 500 | 503,
  error: string,
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(status, { error }, headers);
}
