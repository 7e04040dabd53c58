import { beginAwaited, waitUntilOfRequest, type WaitUntil } from "../../delivery/request-context.ts";

/** Globals of the platforms on which this package runs beside Node. All may be missing. */
interface Platform {
  readonly document?: { readonly visibilityState: string };
  readonly WorkerGlobalScope?: unknown;
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
  readonly addEventListener?: (event: string, listener: () => void, capture: boolean) => void;
}

/** Module of Cloudflare Workers. As a variable: a bundler would look for the module. */
const CLOUDFLARE_MODULE: string = "cloudflare:workers";

/** Returns true in a web page and in its workers, where anyone can read the program. */
export function isPage(): boolean {
  const { document, WorkerGlobalScope, navigator, process } = globalThis as Platform;
  // Electron, and the stand-ins of a page in test runners, are programs on Node.
  if (process?.versions?.node !== undefined) return false;
  if (document !== undefined) return true;
  return WorkerGlobalScope !== undefined && navigator?.userAgent?.startsWith("Mozilla/") === true;
}

/** Returns true when the platform runs nothing in the background between two requests, as edge runtimes. */
export function isServerless(): boolean {
  return !isPage();
}

/**
 * Keeps the platform from freezing or ending the program after the current request before the work is done. Finds the
 * `waitUntil` of Vercel, Next.js and Cloudflare Workers; elsewhere the work is not begun.
 */
export function extendRequest(work: () => Promise<unknown>): void {
  const waitUntil = waitUntilOfRequest() ?? waitUntilOfCloudflare ?? undefined;
  if (waitUntil !== undefined) beginAwaited(waitUntil, work);
  else if (waitUntilOfCloudflare === undefined && isCloudflare()) void findWaitUntil().then(() => extendRequest(work));
}

function isCloudflare(): boolean {
  return (globalThis as Platform).navigator?.userAgent === "Cloudflare-Workers";
}

/** Function of Cloudflare, which finds the current request itself; null in versions without it, undefined until it was looked for. */
let waitUntilOfCloudflare: WaitUntil | null | undefined;

/** Looks up Cloudflare's `waitUntil`. Every request repeats the lookup until it succeeds: a Worker must not await another request's promise. */
async function findWaitUntil(): Promise<void> {
  try {
    const { waitUntil } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ CLOUDFLARE_MODULE)) as {
      waitUntil?: WaitUntil;
    };
    waitUntilOfCloudflare = waitUntil ?? null;
  } catch {
    waitUntilOfCloudflare = null;
  }
}

/**
 * Looks for Cloudflare's function while the Worker starts. A request that waits for nothing ends before the function is found, and takes
 * its search with it.
 */
export function prepareForRequests(): void {
  if (waitUntilOfCloudflare === undefined && isCloudflare()) void findWaitUntil();
}

let isListening = false;

/** Calls `deliver` whenever the page is hidden or left: the browser may end the page at any time from then on. Later calls do nothing. */
export function whenLeft(deliver: () => void): void {
  const { addEventListener, document } = globalThis as Platform;
  if (isListening || !isPage() || addEventListener === undefined) return;
  isListening = true;
  addEventListener("pagehide", deliver, true);
  addEventListener("visibilitychange", () => document?.visibilityState === "hidden" && deliver(), true);
}
