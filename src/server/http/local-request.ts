import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isForwarded } from "./forwarding-headers.ts";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";
import { isFromOwnPage } from "./own-page.ts";

/**
 * Use that a request makes of being local. `data`: reading and changing, which programs and the page of this service may. `document`: the
 * document of the page, which has nothing of a project, so that a link of any site may lead to it. `sending`: with the public key, which
 * web pages of any origin on this machine may.
 */
export type LocalUse = "data" | "document" | "sending";

/**
 * Returns true for a request of this machine that nothing came in between of: over a loopback connection, for a loopback host, with no
 * sign of a proxy, and from no page but those of its use. The Host header counts because a page on the internet can resolve its own name
 * to this machine and then read local data through the browser. Proxies count because everyone they let in has their address.
 */
export function isLocalRequest(request: IncomingMessage, use: LocalUse = "data"): boolean {
  const { socket, headers, headersDistinct, httpVersion, url = "" } = request;
  return (
    isLoopbackAddress(socket.remoteAddress ?? "") &&
    isLoopbackAddress(socket.localAddress ?? "") &&
    // Proxies speak the version before by default, and ask for whole addresses. No browser and no HTTP client does either.
    httpVersion === "1.1" &&
    url.startsWith("/") &&
    !isForwarded(headers) &&
    headersDistinct["host"]?.length === 1 &&
    isLoopbackHost(headers.host ?? "") &&
    isFromPageOf(use, request)
  );
}

/** Returns true for a request that a program or a page of the use has sent. Browsers name the origin and say where a request comes from. */
function isFromPageOf(use: LocalUse, request: IncomingMessage): boolean {
  const { origin } = request.headers;
  if (use === "sending" && origin !== undefined) return isLoopbackOrigin(origin);
  if (origin !== undefined && !isFromOwnPage(request)) return false;
  return isOfNoOtherSite(request.headers) || (use === "document" && isNavigation(request));
}

function isOfNoOtherSite({ "sec-fetch-site": site = "none" }: IncomingHttpHeaders): boolean {
  return site === "none" || site === "same-origin";
}

/** Returns true for a browser that opens an address, by a link for example, in a window of its own. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host);
}
