import { registeredExitQueues } from "@svc/core/internal";

/**
 * Delivers everything the process has recorded so far, of every span processor and every score queue, including requests
 * that failed before. Resolves at the latest when the service has taken no span for `SVC_TIMEOUT` and no score for
 * `SVC_SHUTDOWN_TIMEOUT`; a warning then gives the number that still waits. Never rejects. For functions that are frozen
 * after their answer:
 *
 * @example
 * waitUntil(flush()); // Vercel, and other platforms that have it
 * await flush(); // AWS Lambda: the last line of the handler
 */
export async function flush(): Promise<void> {
  await Promise.all(registeredExitQueues().map(async (queue) => queue.flush?.()));
}
