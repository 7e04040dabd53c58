/**
 * Bytes of the bodies that browsers let outlive their page, all requests together. The standard says 64 KiB;
 * a request above it would be refused.
 */
const KEEPALIVE_BYTES = 60_000;

let keptBytes = 0;

/** Sends a body in a way that the page may close meanwhile, as long as the browser has room for that. */
export async function post(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Response> {
  // A character has three bytes in UTF-8 at most.
  const bytes = body.length * 3;
  const keepalive = keptBytes + bytes <= KEEPALIVE_BYTES;
  if (keepalive) keptBytes += bytes;
  try {
    return await fetch(url, { method: "POST", headers, body, keepalive });
  } finally {
    if (keepalive) keptBytes -= bytes;
  }
}

/** Whether the browser knows that it has no network. */
export function isOffline(): boolean {
  // Other runtimes have a navigator that does not know, or none.
  const navigator: Partial<Navigator> | undefined = globalThis.navigator;
  return !(navigator?.onLine ?? true);
}

/** Resolves when the browser is back online. */
export function online(): Promise<unknown> {
  return new Promise((resolve) => globalThis.addEventListener("online", resolve, { once: true }));
}
