import type { IncomingMessage } from "node:http";
import { isFromOwnPage } from "./own-page.ts";

/** Types of a body that a form can send, and a script of any page without a question before. */
const SIMPLE_TYPES = new Set(["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]);

/**
 * Returns true for a change that a page of another origin can make a browser send as it likes: the browser first asks the service only for
 * another method than POST and for other types of the body (the Fetch standard's "CORS-safelisted" ones). To such a request the browser adds the
 * name and password that a person once typed, without the page knowing them.
 */
export function isSimpleChangeOfOtherPage(request: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (request.method !== "POST") return false;
  const { origin, "content-type": type = "", "sec-fetch-site": site } = request.headers;
  if (!SIMPLE_TYPES.has(type.split(";")[0]!.trim().toLowerCase())) return false;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin !== undefined && !isFromOwnPage(request);
}
