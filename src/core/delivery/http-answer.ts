import { utf8Text } from "#platform/bytes";

export interface HttpRequest {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Outcome of a request: the response, or the reason why no response came. */
export interface HttpAnswer {
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** Beginning of the body, at most 64 KiB. */
  readonly body: Uint8Array;
  /** Reason why no response came. */
  readonly error?: string;
  /** True when this process could not make the request: the service was not asked. */
  readonly isUnasked?: boolean;
  /** True when no response came in time. */
  readonly isLate?: boolean;
  /** True when no response came, but the service may have got the whole request, and may have taken it. */
  readonly mayHaveArrived?: boolean;
  /** Pause that the service asks for before the next attempt. */
  readonly retryAfterMs?: number | undefined;
  /** Address that a redirect names, without its query. */
  readonly location?: string | undefined;
}

const NOTHING = new Uint8Array();

/** Returns the answer of a request that did not reach the service. */
export function noAnswer(error: string): HttpAnswer {
  return { status: 0, body: NOTHING, error };
}

/** Returns the answer of a request that this process could not make. */
export function unaskedAnswer(error: string): HttpAnswer {
  return { status: 0, body: NOTHING, error, isUnasked: true };
}

/** Returns the answer of a request that was sent, and whose response broke off or never began. */
export function brokenAnswer(error: string): HttpAnswer {
  return { status: 0, body: NOTHING, error, mayHaveArrived: true };
}

/** Returns the answer of a request without a response in time. `mayHaveArrived`: see {@link HttpAnswer}. */
export function lateAnswer(timeoutMs: number, mayHaveArrived: boolean): HttpAnswer {
  return { status: 0, body: NOTHING, error: `no answer within ${timeoutMs / 1000} s`, isLate: true, mayHaveArrived };
}

/** Returns true for a 2xx response that comes from the service. */
export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300 && !isMisdirected(answer);
}

/**
 * Returns true when the request did not reach the service: the response is a redirect, a proxy's demand for credentials
 * (407), or a web page, such as the login page of a proxy. A later attempt may reach the service.
 */
export function isMisdirected({ status, body }: HttpAnswer): boolean {
  if ((status >= 300 && status < 400) || status === WANTS_PROXY_LOGIN) return true;
  return status >= 200 && status < 300 && WEB_PAGE.test(beginningOfBody(body, 100));
}

const WANTS_PROXY_LOGIN = 407;
const WEB_PAGE = /^\s*<(!doctype html|!--|html|head|body|meta|script|title)\b/i;
const PAGE_TITLE = /<title>([^<]*)/i;

/** Returns the text that follows the address in a message about a failed request. `hint` says what to do. */
export function describeFailure(answer: HttpAnswer, hint?: string): string {
  const { status, body } = answer;
  if (answer.isUnasked === true) return `was not asked: ${answer.error}`;
  if (status === 0) return `${describeSilence(answer)}. Is the service running there?`;
  if (isMisdirected(answer)) return describeMisdirection(answer);
  const advice = status === 401 || status === 403 ? "check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL" : hint;
  const text = beginningOfBody(body, 800).replaceAll(/\s+/g, " ").trim().slice(0, 200);
  return `refused with status ${status}${advice ? `; ${advice}` : ""}${text === "" ? "" : `: ${text}`}`;
}

/** Returns the text that follows the address in a message about a failed request that will be sent again. */
export function describeSetback(answer: HttpAnswer): string {
  if (answer.status === 0) return describeSilence(answer);
  return isMisdirected(answer) ? describeMisdirection(answer) : `answered with status ${answer.status}`;
}

function describeSilence({ error, isLate }: HttpAnswer): string {
  return isLate ? `gave ${error}` : `could not be reached (${error})`;
}

function describeMisdirection({ status, body, location }: HttpAnswer): string {
  if (status === WANTS_PROXY_LOGIN) {
    return `is behind a proxy that wants a user and a password (status ${status}): put them in HTTP_PROXY or HTTPS_PROXY`;
  }
  const title = PAGE_TITLE.exec(beginningOfBody(body, 4_000))?.[1]?.trim().replaceAll(/\s+/g, " ").slice(0, 100);
  const page = `answered with a web page${title ? `, ${JSON.stringify(title)}` : ""}`;
  const what = status < 300 ? page : `redirects${location === undefined ? "" : ` to ${location}`}`;
  return `${what} (status ${status}): check SVC_BASE_URL, and whether a proxy on the way asks for a login`;
}

/** Returns the target of a redirect for messages, without its query, which may hold secrets. */
export function locationOf(header: string | undefined, url: string): string | undefined {
  if (header === undefined || !URL.canParse(header, url)) return undefined;
  const { origin, pathname } = new URL(header, url);
  return origin + pathname;
}

function beginningOfBody(body: Uint8Array, bytes: number): string {
  return utf8Text(body, 0, Math.min(body.byteLength, bytes));
}
