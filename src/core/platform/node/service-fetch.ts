import type { IncomingMessage, RequestOptions } from "node:http";
import type * as Http from "node:http";
import { hideCredentials } from "../../logging/hide-credentials.ts";
import type { ServiceRequestInit } from "../../delivery/service-request.ts";
import { loadModule } from "./load-module.ts";
import { agentSettings } from "./agent-settings.ts";
import { createHttpAgents, type HttpAgents } from "./http-agents.ts";

const MAX_REDIRECTS = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Methods that only read, so that following a redirect is safe. */
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

let shared: { readonly key: string; readonly agents: HttpAgents } | undefined;

/**
 * Makes a request with the runtime's `fetch`. When the environment names a proxy or certificates, which `fetch` ignores,
 * Node's HTTP client makes the request in the same way. The address is text; the body is text or bytes.
 */
export async function serviceFetch(url: string, init: ServiceRequestInit = {}): Promise<Response> {
  const settings = agentSettings();
  if (settings === undefined) return fetch(url, init);
  const key = JSON.stringify(settings);
  if (shared?.key !== key) {
    shared?.agents.destroy();
    shared = { key, agents: createHttpAgents(loadModule, settings, false) };
  }
  return follow(shared.agents, url, init);
}

async function follow(agents: HttpAgents, first: string, init: ServiceRequestInit): Promise<Response> {
  const { method = "GET", redirect = "follow" } = init;
  const headers = new Headers(init.headers);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const incoming = await request(agents, url, { ...init, method, headers });
    const { location } = incoming.headers;
    const isRedirect = REDIRECTS.has(incoming.statusCode ?? 0) && location !== undefined;
    if (!isRedirect || redirect === "manual" || !READING.has(method)) return responseOf(incoming);
    incoming.resume();
    const next = new URL(location, url);
    const isAllowed = redirect === "follow" && redirects < MAX_REDIRECTS && /^https?:$/.test(next.protocol);
    if (!isAllowed) throw new TypeError("fetch failed", { cause: new Error(`it redirects to ${next.origin}`) });
    // Credentials are not passed on to another origin.
    if (next.origin !== new URL(url).origin) headers.delete("authorization");
    url = next.href;
  }
}

function request(
  agents: HttpAgents,
  url: string,
  { method, headers, body, signal }: ServiceRequestInit,
): Promise<IncomingMessage> {
  const { request: start } = process.getBuiltinModule(
    url.startsWith("https:") ? "node:https" : "node:http",
  ) as typeof Http;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const options: RequestOptions = {
      method,
      agent: agents.for(url),
      // Node does not announce the body of a DELETE request without this length.
      headers: {
        ...Object.fromEntries(headers as Headers),
        ...(body && { "content-length": Buffer.byteLength(body) }),
      },
      ...(signal && { signal }),
    };
    const outgoing = start(url, options);
    const abort = (): void => reject(signal?.reason as Error);
    // A request that waits for its proxy emits no event when it is aborted.
    signal?.addEventListener("abort", abort, { once: true });
    outgoing.once("close", () => signal?.removeEventListener("abort", abort));
    outgoing.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const cause = Object.assign(new Error(hideCredentials(message)), { code });
      reject(new TypeError("fetch failed", { cause }));
    });
    outgoing.once("response", resolve);
    outgoing.end(body ?? undefined);
  });
}

function responseOf(incoming: IncomingMessage): Response {
  const { Readable } = process.getBuiltinModule("node:stream");
  const { statusCode: status = 0, statusMessage: statusText = "" } = incoming;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  if (body === null) incoming.resume();
  return new Response(body, { status, statusText, headers });
}
