import type { Delivery, LoadedRequest } from "./delivery-steps.ts";
import type { Loss } from "./loss.ts";

/**
 * Queue whose remaining items are delivered when the process ends. Nothing can be awaited at the `exit` event. The queue
 * therefore hands out its items as HTTP requests, and a thread makes them while the process is held, at most for
 * `SVC_SHUTDOWN_TIMEOUT`. A request may be repeated while the same one is under way: requests must tolerate repetition.
 */
export interface ExitQueue {
  /**
   * Returns deliveries of all undelivered items and forgets the items. Called at the `exit` event, and again for items that
   * arrive later.
   */
  drain(): Delivery[];
  /** Returns requests for the undelivered items: another thread makes them from now on, and reports what became of the items. */
  handOver?(): HandedOver[];
  /** Resolves when all items of the queue were delivered or could not be delivered. Never rejects. */
  flush?(): Promise<void>;
  /** Returns the losses that are not yet reported, and marks them as reported. */
  takeLosses?(): Loss[];
}

/** Request that another thread makes for a queue. */
export interface HandedOver {
  readonly loaded: LoadedRequest;
  /** Takes the outcome. Called at most once: not at all when the other thread could not deliver the items by its end. */
  readonly settle: (outcome: Outcome) => void;
}

/** Numbers of a request's items by what became of them. Plain data, which can be sent between threads. */
export interface Outcome {
  readonly delivered: number;
  readonly rejected: number;
  readonly lost: number;
}
