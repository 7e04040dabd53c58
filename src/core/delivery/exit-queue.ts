import type { Delivery, DeliverySteps, Loss } from "./delivery-steps.ts";

/**
 * Queue whose remaining items are delivered when the process ends. Nothing can be awaited at the `exit` event. The queue
 * therefore hands out its items as HTTP requests, and a thread makes them while the process is held, at most for
 * `SVC_SHUTDOWN_TIMEOUT`. A request may be repeated while the same one is under way: requests must tolerate repetition.
 */
export interface ExitQueue {
  /**
   * Returns requests for all undelivered items and forgets the items. Called at the `exit` event, and again for items that
   * arrive later.
   */
  drain(): Delivery[];
  /** Returns the deliveries that take several requests, each dependent on the previous response, and forgets their items. */
  drainSteps?(): DeliverySteps[];
  /** Resolves when all items of the queue were delivered or could not be delivered. Never rejects. */
  flush?(): Promise<void>;
  /** Returns the losses that are not yet reported, and marks them as reported. */
  takeLosses?(): Loss[];
}
