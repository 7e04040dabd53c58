import { globalState } from "@svc/core";

/**
 * Resolves when what the process has recorded so far was delivered, by every span processor and every queue of scores in
 * it, or could not be. Never rejects; a request is waited for at most `SVC_TIMEOUT`. For functions that are frozen once they
 * have answered:
 *
 * @example
 * waitUntil(flush()); // Vercel, and other platforms that have it
 * await flush(); // AWS Lambda: the last line of the handler
 */
export async function flush(): Promise<void> {
  await Promise.all([...(globalState.exitQueues ?? [])].map(async (queue) => queue.flush?.()));
}
