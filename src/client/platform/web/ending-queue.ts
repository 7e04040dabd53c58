import { extendRequest, registerExitQueue } from "@svc/core/internal";
import type { EndingQueue } from "../../score/ending-queue.ts";

/**
 * Registers a queue for delivery: before the platform ends the current request where it can be asked to wait, and whenever a
 * page is left. Returns the function that removes the queue, for when it is empty.
 */
export function registerEndingQueue(queue: EndingQueue): () => void {
  extendRequest(() => queue.flush());
  return registerExitQueue(queue);
}
