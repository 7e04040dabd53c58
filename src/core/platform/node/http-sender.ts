import { hideCredentials } from "../../logging/hide-credentials.ts";
import { logger } from "../../logging/logger.ts";
import { withoutTracing } from "../../propagation/suppressed-tracing.ts";
import { loadModule } from "./load-module.ts";
import { resolveSetting } from "../../options/resolve-setting.ts";
import { agentSettings } from "./agent-settings.ts";
import {
  brokenAnswer,
  lateAnswer,
  locationOf,
  noAnswer,
  type HttpAnswer,
  type HttpRequest,
} from "../../delivery/http-answer.ts";
import { createHttpAgents } from "./http-agents.ts";
import type { HttpSender } from "../../delivery/sender.ts";
import { parseRetryAfter } from "../../delivery/retry.ts";
import * as http from "node:http";
import * as https from "node:https";
import * as settings from "../../settings/settings-table.ts";

/**
 * Returns the reason why a request had no response: the code of the network error, else its message. When a proxy may be
 * the cause, the message comes first. Users and passwords in addresses are hidden.
 */
export function describeNetworkError(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const isAboutProxy = code === "ERR_PROXY_TUNNEL" || hasProxy();
  return hideCredentials((isAboutProxy ? message || code : (code ?? message)) ?? String(error));
}

function hasProxy(): boolean {
  return (
    resolveSetting(settings.httpProxy).value !== undefined || resolveSetting(settings.httpsProxy).value !== undefined
  );
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
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    return true;
  } catch {
    logger.errorOnce(`The header ${JSON.stringify(name)} is not sent: it has characters that HTTP does not allow.`);
    return false;
  }
}

const LOADED: Readonly<Record<string, unknown>> = { "node:http": http, "node:https": https };

/** Kept bytes of a response body, enough for any response that is read. Further bytes are read and discarded. */
const MAX_BODY = 64 * 1024;

/** Interval, in milliseconds, of the timer that keeps the process alive while a caller waits. */
const LONG_MS = 2 ** 30;

/**
 * Creates a sender on `node:http`. For large bodies `node:http` takes a tenth of the CPU time of `fetch`, and its sockets
 * need not keep the process alive.
 */
export function createHttpSender(): HttpSender {
  const settings = agentSettings();
  const agents = createHttpAgents((id) => LOADED[id] ?? loadModule(id), settings, true);
  let holders = 0;
  let holding: NodeJS.Timeout | undefined;

  const make = (
    request: HttpRequest,
    timeoutMs: number | undefined,
    onSent: (() => void) | undefined,
    wasSent = false,
  ): Promise<HttpAnswer> =>
    new Promise((resolve) => {
      const { method, url, headers, body } = request;
      const outgoing = (url.startsWith("https:") ? https : http).request(url, {
        method,
        agent: agents.for(url),
        headers: { ...headers, "content-length": body.length },
        // Without a timeout, a proxy that does not respond would keep its connection forever.
        ...(settings?.proxies && timeoutMs !== undefined && { timeout: timeoutMs }),
      });
      let isSent = wasSent;
      const fail = (error: unknown): void => {
        const answer = isSent ? brokenAnswer : noAnswer;
        const isRepeated = isClosedMeanwhile(outgoing, error);
        resolve(isRepeated ? make(request, timeoutMs, onSent, isSent) : answer(describeNetworkError(error)));
      };
      const breakOff = (): void => {
        // Resolved here: the request emits no event while a proxy connects.
        resolve(lateAnswer(timeoutMs!, isSent));
        outgoing.destroy();
      };
      const giveUp = timeoutMs === undefined ? undefined : setTimeout(breakOff, timeoutMs).unref();
      outgoing.once("socket", (socket) => socket.unref());
      // The operating system has all of the body.
      outgoing.once("finish", () => {
        isSent = true;
        onSent?.();
      });
      outgoing.once("error", fail);
      outgoing.once("response", (response) => void readAnswer(response, url).then(resolve, fail));
      outgoing.once("close", () => clearTimeout(giveUp));
      outgoing.end(body);
    });

  return {
    async send(request, timeoutMs, onSent) {
      try {
        return await withoutTracing(() => make(request, timeoutMs, onSent));
      } catch (error) {
        return noAnswer(describeNetworkError(error));
      }
    },
    hold(isWaitedFor) {
      holders += isWaitedFor ? 1 : -1;
      if (holders > 0) {
        holding ??= setInterval(() => {}, LONG_MS);
      } else {
        clearInterval(holding);
        holding = undefined;
      }
    },
    close() {
      agents.destroy();
    },
  };
}

/** Returns true when a kept connection closed just as the request went out: most services have not seen the request. */
function isClosedMeanwhile({ reusedSocket }: http.ClientRequest, error: unknown): boolean {
  return reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET";
}

async function readAnswer(response: http.IncomingMessage, url: string): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (length < MAX_BODY) chunks.push(chunk);
    length += chunk.length;
  }
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: parseRetryAfter(response.headers["retry-after"]),
    body: Buffer.concat(chunks),
    location: locationOf(response.headers.location, url),
  };
}
