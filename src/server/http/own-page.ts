import type { IncomingMessage } from "node:http";

/**
 * Returns true for a request that a page of this service sent. Browsers name the origin of the page with every change that a
 * script or a form asks for, and no script can make up another one.
 */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const { origin = "", host = "" } = headers;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
