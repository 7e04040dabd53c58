import { getEnv } from "../../runtime/env.ts";
import { beginAwaited, waitUntilOfRequest } from "../../delivery/request-context.ts";

/** Variables set by platforms that freeze a process after a response: AWS Lambda, Vercel, Cloud Run. */
const VARIABLES = ["AWS_LAMBDA_FUNCTION_NAME", "VERCEL", "K_SERVICE"];

/** Returns true when the platform runs nothing in the background between two requests. */
export function isServerless(): boolean {
  return VARIABLES.some((name) => getEnv(name) !== undefined);
}

/** True when the platform freezes the process between two requests. */
let freezes = false;

/** Returns false: nobody reads a program on Node but those who run it. */
export function isPage(): boolean {
  return false;
}

/**
 * Keeps a platform that freezes the process after a response from doing so before the work is done. Finds the `waitUntil` of Vercel
 * and Next.js; elsewhere the work is not begun.
 */
export function extendRequest(work: () => Promise<unknown>): void {
  if (!freezes) return;
  const waitUntil = waitUntilOfRequest();
  if (waitUntil !== undefined) beginAwaited(waitUntil, work);
}

/** Finds out, once for all spans and scores to come, whether the platform freezes the process. */
export function prepareForRequests(): void {
  freezes = isServerless();
}

/** Does nothing: a process of Node ends when it wants to, and the preload delivers the queues then. */
export function whenLeft(_deliver: () => void): void {}
