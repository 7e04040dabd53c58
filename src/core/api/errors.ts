import { hideCredentials } from "../logging/hide-credentials.ts";
import { printable } from "../logging/printable.ts";
import type { RawResponse } from "./api-promise.ts";

/** Details of a failed call. */
interface Failure {
  statusCode?: number | undefined;
  body?: unknown;
  rawResponse?: RawResponse | undefined;
  cause?: unknown;
}

/** Error of a failed API call. The subclasses tell the kinds of failure apart. */
export class SvcAPIError extends Error {
  override name = "SvcAPIError";
  /** HTTP status of the response; undefined when no response came. */
  readonly statusCode: number | undefined;
  /** Body of the response: parsed when it is JSON, else text. */
  readonly body: unknown;
  /** Headers and status line of the response; undefined when no response came. */
  readonly rawResponse: RawResponse | undefined;

  constructor(message: string, { statusCode, body, rawResponse, cause }: Failure = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.body = body;
    this.rawResponse = rawResponse;
  }
}

/** Error of a call whose complete response did not arrive within the timeout. */
export class SvcAPITimeoutError extends SvcAPIError {
  override name = "SvcAPITimeoutError";
}

/** Error of a call that could not reach the service or lost its connection. `cause` holds the reason. */
export class SvcAPIConnectionError extends SvcAPIError {
  override name = "SvcAPIConnectionError";
}

/** Status 400: the service cannot use the request. */
export class BadRequestError extends SvcAPIError {
  override name = "BadRequestError";
}

/** Status 401: credentials are missing or wrong. */
export class UnauthorizedError extends SvcAPIError {
  override name = "UnauthorizedError";
}

/** Status 403: the credentials do not permit this operation. */
export class AccessDeniedError extends SvcAPIError {
  override name = "AccessDeniedError";
}

/** Status 404: the requested resource does not exist. */
export class NotFoundError extends SvcAPIError {
  override name = "NotFoundError";
}

/** Status 405: the path does not support the method, or the plan does not allow it. */
export class MethodNotAllowedError extends SvcAPIError {
  override name = "MethodNotAllowedError";
}

const OF_STATUS: Readonly<Record<number, typeof SvcAPIError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: AccessDeniedError,
  404: NotFoundError,
  405: MethodNotAllowedError,
};

/**
 * Returns the error for an unsuccessful response. `call` is the method and the address. Credentials that the body repeats are hidden:
 * applications log errors with all their fields.
 */
export function statusError(call: string, rawResponse: RawResponse, text: string): SvcAPIError {
  const { status: statusCode } = rawResponse;
  const body = parsed(hideCredentials(text));
  const said = printable(saidBy(body));
  const message = `${call} was answered ${statusCode}${said === "" ? " without a body" : `: ${said}`}`;
  return new (OF_STATUS[statusCode] ?? SvcAPIError)(message, { statusCode, body, rawResponse });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Returns the error text of a response body; see the `…Problem` schemas of the OpenAPI document. Returns the beginning of
 * any other body.
 */
function saidBy(body: unknown): string {
  if (typeof body === "string") return firstCharacters(body);
  const { message, error, detail } = (body ?? {}) as Record<string, unknown>;
  const texts = [message, Array.isArray(error) ? undefined : error, detail].filter((text) => typeof text === "string");
  const issues = (Array.isArray(error) ? error : []) as Array<{ path?: unknown[]; message?: unknown }>;
  if (texts.length === 0) return firstCharacters(JSON.stringify(body));
  const said = issues.map((issue) => `${issue.path?.join(".") ?? ""}: ${String(issue.message)}`);
  return said.length === 0 ? texts[0]! : `${texts[0]!} (${said.join("; ")})`;
}

/** Returns the first 200 characters of a text on one line, for a message. */
export function firstCharacters(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
