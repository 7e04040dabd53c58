import { globalState, isDeliveredAtExit } from "@svc/core/internal";
import { deliverExitQueues } from "./deliver-exit-queues.ts";

let isListening = false;

/**
 * Has the registered queues delivered at the `exit` event: when the process has nothing left to do, calls `process.exit()`, or throws.
 * Does nothing under the preload, which does the same and more. A thread calls this for its own end.
 */
export function deliverAtExit(): void {
  if (isListening) return;
  isListening = true;
  process.on("exit", () => {
    if (isDeliveredAtExit()) return;
    // Listeners of the application that run later record observations, too.
    globalState.deliverUrgently = deliverExitQueues;
    deliverExitQueues();
  });
}

/** Functions to call when the event loop is empty. */
const whenEmpty = new Set<() => void>();

function callAll(): void {
  for (const listener of whenEmpty) listener();
}

/** Has a function called each time the event loop is empty, at which work that it begins keeps the process alive. */
export function atEmptyLoop(listener: () => void): () => void {
  if (whenEmpty.size === 0) process.on("beforeExit", callAll);
  whenEmpty.add(listener);
  return () => {
    whenEmpty.delete(listener);
    if (whenEmpty.size === 0) process.off("beforeExit", callAll);
  };
}
