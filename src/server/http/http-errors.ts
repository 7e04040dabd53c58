import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A request that is answered with an error. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  /** The JSON body of the answer. */
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

/** What is wrong with one query parameter or one field of a body. */
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
  InternalServerError: 500,
  NotImplementedError: 501,
  ServiceUnavailableError: 503,
} as const;

/** An error of the public API: `{ message, error }`. */
export function namedError(
  error: keyof typeof NAMED,
  message: string,
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(NAMED[error], { message, error }, headers);
}

/** What a request names is not there: a 404. */
export function notFound(what: string, id: string): HttpError {
  return namedError("SvcNotFoundError", `There is no ${what} ${id} in this project`);
}

/** Query parameters or a body that cannot be used: `{ message, error: [...] }`. */
export function invalidRequest(issues: RequestIssue[]): HttpError {
  return new HttpError(400, { message: "Invalid request data", error: issues });
}

/** A query parameter that cannot be used, and what it should be: a 400. */
export function invalidParameter(name: string, expected: string): HttpError {
  return invalidRequest([{ code: "invalid_value", message: `${name}: ${expected}`, path: [name] }]);
}

/** Credentials that are missing, wrong (401) or not enough (403): `{ message }`. */
export function accessError(status: 401 | 403, message: string, headers?: Readonly<Record<string, string>>): HttpError {
  return new HttpError(status, { message }, headers);
}

/** A trace export that is refused: `{ error }`. */
export function exportError(
  status: 400 | 413 | 415 | 500 | 503,
  error: string,
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(status, { error }, headers);
}
