import { globalState } from "../runtime/global-state.ts";
import type { ExitQueue } from "./exit-queue.ts";

/** Has the rest of a queue delivered when the process ends; gives the function that takes the queue off again. */
export function deliverAtExit(queue: ExitQueue): () => void {
  const queues = (globalState.exitQueues ??= new Set());
  queues.add(queue);
  return () => void queues.delete(queue);
}

/** Whoever delivers the registered queues at the `exit` event says so. */
export function announceExitDelivery(): void {
  globalState.isDeliveredAtExit = true;
}

/** Whether the registered queues are delivered at the `exit` event: under the preload they are. */
export function isDeliveredAtExit(): boolean {
  return globalState.isDeliveredAtExit === true;
}

/**
 * A queue calls it after it took something. When the process is ending already, as in an `exit` listener of the
 * application's, what the queue took is delivered before this returns; in a worker thread, which may be terminated at any
 * time, it is soon handed over to the main thread. Otherwise nothing happens.
 */
export function deliverIfUrgent(): void {
  globalState.deliverUrgently?.();
}
