import { deliverAtExit, isDeliveredAtExit, type ExitQueue } from "@svc/core";

/** A queue that can be waited for. */
interface EndingQueue extends ExitQueue {
  shutdown(): Promise<void>;
}

const holding = new Set<EndingQueue>();
let isListening = false;

/**
 * Has what a queue holds delivered when the process ends: under the preload however it ends, without it when the process
 * has nothing left to do. Gives the function that takes the queue off again, once it holds nothing.
 */
export function deliverAtTheEnd(queue: EndingQueue): () => void {
  const forget = deliverAtExit(queue);
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
