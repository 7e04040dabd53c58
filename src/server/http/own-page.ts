import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isLoopbackHost } from "./loopback.ts";

/**
 * Returns true for a request that a page of this service sent: its origin has the scheme, the host and the port of the service. Browsers
 * name the origin of the page with every change that a script or a form asks for, and no script can make up another one.
 */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, "headers">, publicUrl?: string): boolean {
  const { origin = "", host = "" } = headers;
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (!/^https?:$/.test(given.protocol)) return false;
  const own = `${given.protocol}//${host}`;
  if (!URL.canParse(own) || given.origin !== new URL(own).origin) return false;
  const scheme = schemeOf(headers, publicUrl);
  return scheme === undefined || given.protocol === scheme;
}

/** Returns the scheme by which a browser reached the service; undefined if nothing tells it, or if the browser itself has compared it. */
function schemeOf(
  { host = "", "sec-fetch-site": site, "x-forwarded-proto": forwarded }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl !== undefined) {
    const { protocol, origin } = new URL(publicUrl);
    if (origin === new URL(`${protocol}//${host}`).origin) return protocol;
  }
  if (site !== undefined) return site === "same-origin" ? undefined : "none";
  const [first = ""] = String(forwarded ?? "").split(",");
  if (first.trim() !== "") return `${first.trim().toLowerCase()}:`;
  return isLoopbackHost(host) ? "http:" : undefined;
}
