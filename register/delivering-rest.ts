import { globalState } from "@svc/core";
import type * as Otel from "@svc/otel";

type LoadOtel = () => typeof Otel;

let loadAside = (load: LoadOtel): typeof Otel => load();

/** Has what delivers loaded through this function: what it loads in turn is not the application's wish. */
export function loadDeliveryBy(aside: (load: LoadOtel) => typeof Otel): void {
  loadAside = aside;
}

/** Delivers what every queue of the process holds. What does it is loaded when there is a queue. */
export function deliverRest(): void {
  if (!globalState.exitQueues?.size) return;
  loadAside(() => require("@svc/otel") as typeof Otel).deliverRest();
}

/** The same, and from now on a queue that takes something has it delivered at once: nothing else follows. */
export function deliverFromNowOn(): void {
  globalState.deliverUrgently = deliverRest;
  deliverRest();
}
