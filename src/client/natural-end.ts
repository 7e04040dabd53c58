import { isDeliveredAtExit, registerExitQueue, type ExitQueue } from "@svc/core/internal";

/** Exit queue with an asynchronous shutdown. */
interface EndingQueue extends ExitQueue {
  shutdown(): Promise<void>;
}

const holding = new Set<EndingQueue>();
let isListening = false;

/**
 * Registers a queue for delivery at the end of the process: with the preload at any kind of end, without it when the
 * event loop is empty. Returns the function that removes the queue, for when it is empty.
 */
export function deliverAtTheEnd(queue: EndingQueue): () => void {
  const forget = registerExitQueue(queue);
  holding.add(queue);
  if (!isListening) process.on("beforeExit", deliverHeld);
  isListening = true;
  return () => {
    forget();
    holding.delete(queue);
  };
}

function deliverHeld(): void {
  if (isDeliveredAtExit()) return;
  for (const queue of holding) void queue.shutdown();
}
