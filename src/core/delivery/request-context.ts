import { logger } from "../logging/logger.ts";

/** Function by which a platform is asked to wait for work after a request. */
export type WaitUntil = (promise: Promise<unknown>) => void;

/** Object in which a platform keeps the functions of the current request. */
interface RequestContext {
  get?(): { waitUntil?: WaitUntil } | undefined;
}

/** Keys of request contexts in `globalThis`: of Vercel, and of Next.js elsewhere. */
const REQUEST_CONTEXTS: readonly symbol[] = [
  /* @__PURE__ */ Symbol.for("@vercel/request-context"),
  /* @__PURE__ */ Symbol.for("@next/request-context"),
];

/** Returns the function of the request that is being answered; undefined outside a request, and on platforms without it. */
export function waitUntilOfRequest(): WaitUntil | undefined {
  for (const key of REQUEST_CONTEXTS) {
    const request = (globalThis as { [key: symbol]: RequestContext | undefined })[key]?.get?.();
    if (request?.waitUntil !== undefined) return (promise) => request.waitUntil!(promise);
  }
  return undefined;
}

/** Begins work for which the platform waits. */
export function beginAwaited(waitUntil: WaitUntil, work: () => Promise<unknown>): void {
  try {
    waitUntil(work());
  } catch (error) {
    logger.warnOnce("The platform does not wait for spans and scores after a request: its waitUntil failed.", error);
  }
}
