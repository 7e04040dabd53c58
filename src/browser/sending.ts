/**
 * Total bytes of request bodies that may outlive their page. The limit of the standard is 64 KiB; browsers refuse a request
 * above it.
 */
const KEEPALIVE_BYTES = 60_000;

let keptBytes = 0;

/** Sends a body. The request survives the closing of the page as long as the browser's limit allows it. */
export async function post(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Response> {
  // A character takes at most three bytes in UTF-8.
  const bytes = body.length * 3;
  const keepalive = keptBytes + bytes <= KEEPALIVE_BYTES;
  if (keepalive) keptBytes += bytes;
  try {
    return await fetch(url, { method: "POST", headers, body, keepalive });
  } finally {
    if (keepalive) keptBytes -= bytes;
  }
}

/** Returns true when the browser knows that it has no network. */
export function isOffline(): boolean {
  // Other runtimes have no navigator, or one without `onLine`.
  const navigator: Partial<Navigator> | undefined = globalThis.navigator;
  return !(navigator?.onLine ?? true);
}

/** Resolves when the browser is back online. */
export function online(): Promise<unknown> {
  return new Promise((resolve) => globalThis.addEventListener("online", resolve, { once: true }));
}
