import { globalState } from "@svc/core";

/**
 * Resolves when what the process has recorded so far was delivered, by every span processor and every queue of scores in
 * it, requests that failed included; at the latest when the service has taken no span for `SVC_TIMEOUT` and no score for
 * `SVC_SHUTDOWN_TIMEOUT`: how many wait then is said. Never rejects. For functions that are frozen once they have answered:
 *
 * @example
 * waitUntil(flush()); // Vercel, and other platforms that have it
 * await flush(); // AWS Lambda: the last line of the handler
 */
export async function flush(): Promise<void> {
  await Promise.all([...(globalState.exitQueues ?? [])].map(async (queue) => queue.flush?.()));
}
