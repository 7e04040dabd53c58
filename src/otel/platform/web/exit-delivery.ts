import { flushAll } from "@svc/core/internal";

/**
 * Begins the delivery of every queue, for the moment at which the platform may end the program. Where there are no threads,
 * nothing can hold the end: the requests that have begun go on as far as the platform lets them.
 */
export function deliverExitQueues(): void {
  flushAll();
}
