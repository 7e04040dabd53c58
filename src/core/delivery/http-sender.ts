import { logger } from "../logging/logger.ts";
import { withoutTracing } from "../names/suppressed-tracing.ts";
import { loadModule } from "../runtime/load-module.ts";
import { resolveSetting } from "../settings/settings.ts";
import { agentSettings } from "./agent-settings.ts";
import { locationOf, type HttpAnswer, type HttpRequest } from "./delivery-steps.ts";
import { createHttpAgents } from "./http-agents.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { withoutCredentials } from "./without-credentials.ts";
import * as http from "node:http";
import * as https from "node:https";

/** What the service answered. */
export interface Answer extends HttpAnswer {
  /** Milliseconds the service asks to wait before the next attempt. */
  readonly retryAfter: number | undefined;
}

/** Makes HTTP requests over kept-alive connections. */
export interface HttpSender {
  /** Rejects when no answer was had: refused, reset, unresolved, or (a {@link LateAnswerError}) not within so many milliseconds. */
  send(request: HttpRequest, timeout?: number): Promise<Answer>;
  /** Keeps the process alive until it is called with false as often as with true. Requests alone do not keep it alive. */
  hold(holding: boolean): void;
  close(): void;
}

/** No answer came in time. */
export class LateAnswerError extends Error {
  constructor(timeout: number) {
    super(`no answer within ${timeout / 1000} s`);
  }
}

/** Why a request had no answer: the code of the network's error, else its message; where a proxy may be meant, the message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const isAboutProxy = code === "ERR_PROXY_TUNNEL" || hasProxy();
  return withoutCredentials((isAboutProxy ? message || code : (code ?? message)) ?? String(error));
}

function hasProxy(): boolean {
  return resolveSetting("httpProxy").value !== undefined || resolveSetting("httpsProxy").value !== undefined;
}

/** Headers without those that HTTP does not allow, such as one with a line break in it: it would make every request fail. */
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

/** Enough for any answer that is read; the rest of a body is read and forgotten. */
const MAX_BODY = 64 * 1024;

/** A timer of this length, in milliseconds, keeps the process alive while someone waits. */
const LONG_MS = 2 ** 30;

/** By `node:http`: on bulk bodies it takes a tenth of the CPU that `fetch` takes, and its sockets can be left alone. */
export function createHttpSender(): HttpSender {
  const settings = agentSettings();
  const agents = createHttpAgents((id) => LOADED[id] ?? loadModule(id), settings, true);
  let holders = 0;
  let holding: NodeJS.Timeout | undefined;

  const make = ({ method, url, headers, body }: HttpRequest, timeout: number | undefined): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = (url.startsWith("https:") ? https : http).request(url, {
        method,
        agent: agents.for(url),
        headers: { ...headers, "content-length": body.length },
        // A proxy that does not answer would keep its connection for good.
        ...(settings?.proxies && timeout !== undefined && { timeout }),
      });
      const giveUp = timeout === undefined ? undefined : setTimeout(() => breakOff(timeout), timeout).unref();
      const breakOff = (timeout: number): void => {
        const error = new LateAnswerError(timeout);
        outgoing.destroy(error);
        // While a proxy connects, the request says nothing.
        reject(error);
      };
      outgoing.once("socket", (socket) => socket.unref());
      outgoing.once("error", reject);
      outgoing.once("response", (response) => void readAnswer(response, url).then(resolve, reject));
      outgoing.once("close", () => clearTimeout(giveUp));
      outgoing.end(body);
    });

  return {
    send: (request, timeout) => withoutTracing(() => make(request, timeout)),
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

async function readAnswer(response: http.IncomingMessage, url: string): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (length < MAX_BODY) chunks.push(chunk);
    length += chunk.length;
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: parseRetryAfter(response.headers["retry-after"]),
    body: Buffer.concat(chunks),
    location: locationOf(response.headers.location, url),
  };
}
