import { whenLeft } from "#platform/host";
import { globalState } from "../runtime/global-state.ts";
import type { ExitQueue } from "./exit-queue.ts";

/**
 * Registers a queue whose remaining items are delivered when the process ends, or whenever a web page is left. Returns the
 * function that unregisters the queue.
 */
export function registerExitQueue(queue: ExitQueue): () => void {
  const queues = (globalState.exitQueues ??= new Set());
  queues.add(queue);
  whenLeft(flushAll);
  return () => void queues.delete(queue);
}

/** Begins the delivery of every registered queue. */
export function flushAll(): void {
  for (const queue of registeredExitQueues()) void queue.flush?.();
}

export function registeredExitQueues(): ExitQueue[] {
  return [...((globalState.exitQueues ?? []) as Iterable<ExitQueue>)];
}

/** Has a function called when the process ends, before the queues are delivered, to end what is still open. */
export function beforeExitDelivery(listener: () => void): void {
  (globalState.exitListeners ??= new Set()).add(listener);
}

/** Calls the functions that end what is still open. */
export function endOpenWork(): void {
  for (const listener of globalState.exitListeners ?? []) listener();
}

/** Records that the caller delivers the registered queues at the `exit` event. */
export function announceExitDelivery(): void {
  globalState.isDeliveredAtExit = true;
}

/** Returns true when the registered queues are delivered at the `exit` event, as they are under the preload. */
export function isDeliveredAtExit(): boolean {
  return globalState.isDeliveredAtExit === true;
}

/**
 * Delivers queued items that cannot wait. A queue calls this function after it added an item.
 * When the process is already ending, as in an `exit` listener of the application, the items are delivered before the
 * function returns. In a worker thread, which may be terminated at any time, the items are soon handed to the main thread.
 * Otherwise nothing happens.
 */
export function deliverIfUrgent(): void {
  globalState.deliverUrgently?.();
}
