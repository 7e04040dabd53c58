import { registerExitQueue } from "@svc/core/internal";
import type { EndingQueue } from "../../score/ending-queue.ts";

/** Registers a queue for delivery whenever a page is left. Returns the function that removes the queue, for when it is empty. */
export function registerEndingQueue(queue: EndingQueue): () => void {
  return registerExitQueue(queue);
}
