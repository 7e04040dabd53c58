import type { RawResponse } from "./api-promise.ts";

/** What is known about a call that failed. */
interface Failure {
  statusCode?: number | undefined;
  body?: unknown;
  rawResponse?: RawResponse | undefined;
  cause?: unknown;
}

/** A call of the API that failed. Its subclasses say how. */
export class SvcAPIError extends Error {
  override name = "SvcAPIError";
  /** Status of the answer; undefined when there was none. */
  readonly statusCode: number | undefined;
  /** Body of the answer: parsed when it is JSON, else its text. */
  readonly body: unknown;
  /** Headers and status line of the answer. */
  readonly rawResponse: RawResponse | undefined;

  constructor(message: string, { statusCode, body, rawResponse, cause }: Failure = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.body = body;
    this.rawResponse = rawResponse;
  }
}

/** No complete answer came within the time. */
export class SvcAPITimeoutError extends SvcAPIError {
  override name = "SvcAPITimeoutError";
}

/** The service could not be reached, or the connection broke; `cause` says why. */
export class SvcAPIConnectionError extends SvcAPIError {
  override name = "SvcAPIConnectionError";
}

/** 400: the request cannot be used. */
export class BadRequestError extends SvcAPIError {
  override name = "BadRequestError";
}

/** 401: credentials are missing or wrong. */
export class UnauthorizedError extends SvcAPIError {
  override name = "UnauthorizedError";
}

/** 403: the credentials are not enough for this operation. */
export class AccessDeniedError extends SvcAPIError {
  override name = "AccessDeniedError";
}

/** 404: there is no such thing. */
export class NotFoundError extends SvcAPIError {
  override name = "NotFoundError";
}

/** 405: the path does not answer this method, or the plan does not allow it. */
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

/** The error of an answer that is no success. `call` is the method and the address. */
export function statusError(call: string, rawResponse: RawResponse, text: string): SvcAPIError {
  const { status: statusCode } = rawResponse;
  const body = parsed(text);
  const said = saidBy(body);
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

/** What a body of the service says; see the `…Problem` schemas of the document. Anything else is shown from its beginning. */
function saidBy(body: unknown): string {
  if (typeof body === "string") return beginningOf(body);
  const { message, error, detail } = (body ?? {}) as Record<string, unknown>;
  const texts = [message, Array.isArray(error) ? undefined : error, detail].filter((text) => typeof text === "string");
  const issues = (Array.isArray(error) ? error : []) as Array<{ path?: unknown[]; message?: unknown }>;
  if (texts.length === 0) return beginningOf(JSON.stringify(body));
  const said = issues.map((issue) => `${issue.path?.join(".") ?? ""}: ${String(issue.message)}`);
  return said.length === 0 ? texts[0]! : `${texts[0]!} (${said.join("; ")})`;
}

/** As much of a text as fits into a message. */
export function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
