import type { ExitQueue } from "./exit-queue.ts";
import { globalState } from "./global-state.ts";

/** Has the rest of a queue delivered when the process ends; gives the function that takes the queue off again. */
export function deliverAtExit(queue: ExitQueue): () => void {
  const queues = (globalState.exitQueues ??= new Set());
  queues.add(queue);
  return () => void queues.delete(queue);
}

/**
 * A queue calls it after it took something: when the process is ending already, as in an `exit` listener of the
 * application's, what the queue took is delivered before this returns. Earlier it does nothing.
 */
export function deliverIfEnding(): void {
  globalState.deliverRest?.();
}
