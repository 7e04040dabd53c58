import { globalState } from "@svc/core";
import type * as Otel from "@svc/otel";

/** Delivers what every queue of the process holds. What does it is loaded when there is a queue. */
export function deliverRest(): void {
  if (!globalState.exitQueues?.size) return;
  (require("@svc/otel") as typeof Otel).deliverRest();
}

/** The same, and from now on a queue that takes something has it delivered at once: nothing else follows. */
export function deliverFromNowOn(): void {
  globalState.deliverUrgently = deliverRest;
  deliverRest();
}
