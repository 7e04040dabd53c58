import {
  brokenAnswer,
  lateAnswer,
  locationOf,
  noAnswer,
  type HttpAnswer,
  type HttpRequest,
} from "../../delivery/http-answer.ts";
import { parseRetryAfter } from "../../delivery/retry.ts";
import type { HttpSender } from "../../delivery/sender.ts";
import { hideCredentials } from "../../logging/hide-credentials.ts";
import { logger } from "../../logging/logger.ts";
import { withoutTracing } from "../../propagation/suppressed-tracing.ts";
import { isPage } from "./host.ts";

/** Kept bytes of a response body, enough for any response that is read. */
const MAX_BODY = 64 * 1024;

/** Bytes that all requests which outlive a page may have together, with a margin: a browser refuses more than 64 KiB. */
const MAX_OUTLIVING = 60 * 1024;

/** Error codes of a service that no request reaches. */
const UNSENT: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Bytes of the requests under way that outlive the page. */
let outliving = 0;

/** Returns the reason why a request had no response: the message of the error. Users and passwords in addresses are hidden. */
export function describeNetworkError(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return hideCredentials(cause?.code ?? cause?.message ?? message ?? String(error));
}

/**
 * Returns the headers without those that HTTP does not allow, such as one with a line break. Such a header would make every
 * request fail.
 */
export function sendableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => isSendable(name, value)));
}

function isSendable(name: string, value: string): boolean {
  try {
    void new Headers([[name, value]]);
    return true;
  } catch {
    logger.errorOnce(`The header ${JSON.stringify(name)} is not sent: it has characters that HTTP does not allow.`);
    return false;
  }
}

/** Creates a sender on `fetch`. In a web page, requests outlive the page as far as the browser permits. */
export function createHttpSender(): HttpSender {
  return {
    send: (request, timeoutMs, onSent) => {
      // Nothing tells when a request has left.
      onSent?.();
      return withoutTracing(() => send(request, timeoutMs));
    },
    hold() {},
    close() {},
  };
}

async function send(request: HttpRequest, timeoutMs: number | undefined): Promise<HttpAnswer> {
  const { method, url, headers, body } = request;
  const keepalive = isPage() && outliving + body.length <= MAX_OUTLIVING;
  if (keepalive) outliving += body.length;
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      redirect: "manual",
      ...(keepalive && { keepalive }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    return await answerOf(response, url);
  } catch (error) {
    if ((error as Error).name === "TimeoutError") return lateAnswer(timeoutMs!, true);
    const reason = describeNetworkError(error);
    // Most runtimes do not say how far the request came.
    return UNSENT.has(reason) ? noAnswer(reason) : brokenAnswer(reason);
  } finally {
    if (keepalive) outliving -= body.length;
  }
}

async function answerOf(response: Response, url: string): Promise<HttpAnswer> {
  return {
    // A browser shows of a redirect nothing but that it is one.
    status: response.type === "opaqueredirect" ? 302 : response.status,
    retryAfterMs: parseRetryAfter(response.headers.get("retry-after")),
    body: new Uint8Array(await response.arrayBuffer()).subarray(0, MAX_BODY),
    location: locationOf(response.headers.get("location") ?? undefined, url),
  };
}
