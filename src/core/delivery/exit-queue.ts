import type { Delivery, DeliverySteps, Loss } from "./delivery-steps.ts";

/**
 * A queue whose rest is delivered when the process ends. At its `exit` event nothing can be awaited, so the queue hands out
 * what is left as HTTP requests, and a thread makes them while the process is held, at most for `SVC_SHUTDOWN_TIMEOUT`.
 * A request may be made although the same one was under way: the requests must bear repetition.
 */
export interface ExitQueue {
  /** Hands out everything that is not delivered and forgets it. Called at the `exit` event, and again for what follows. */
  drain(): Delivery[];
  /** The same for what takes several requests, of which each depends on the answer to the one before. */
  drainSteps?(): DeliverySteps[];
  /** Resolves when what it holds was delivered, or could not be. Never rejects. */
  flush?(): Promise<void>;
  /** What was lost until now and not said yet; it counts as said then. */
  takeLosses?(): Loss[];
}
