import { isDeliveredAtExit, registerExitQueue } from "@svc/core/internal";
import type { EndingQueue } from "../../score/ending-queue.ts";

const registered = new Set<EndingQueue>();
let isListening = false;

/**
 * Registers a queue for delivery at the end of the process: with the preload at any kind of end, without it when the
 * event loop is empty. Returns the function that removes the queue, for when it is empty.
 */
export function registerEndingQueue(queue: EndingQueue): () => void {
  const forget = registerExitQueue(queue);
  registered.add(queue);
  if (!isListening) process.on("beforeExit", shutDownQueues);
  isListening = true;
  return () => {
    forget();
    registered.delete(queue);
  };
}

function shutDownQueues(): void {
  if (isDeliveredAtExit()) return;
  for (const queue of registered) void queue.shutdown();
}
