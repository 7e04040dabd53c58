import { globalState } from "@svc/core/internal";
import type * as Otel from "@svc/otel";

type LoadOtel = () => typeof Otel;

let loadAsPreload = (load: LoadOtel): typeof Otel => load();

/**
 * Sets the function through which the delivery code is loaded, so that modules it loads do not count as loaded by the
 * application.
 */
export function loadDeliveryBy(asPreload: (load: LoadOtel) => typeof Otel): void {
  loadAsPreload = asPreload;
}

/** Delivers the content of every queue in the process before it returns. The delivery code is loaded only when there is a queue. */
export function deliverNow(): void {
  if (!globalState.exitQueues?.size) return;
  loadAsPreload(() => require("@svc/otel") as typeof Otel).deliverExitQueues();
}

/** Delivers like {@link deliverNow}. From then on, a queue delivers each new item at once, because no later delivery follows. */
export function deliverFromNowOn(): void {
  globalState.deliverUrgently = deliverNow;
  deliverNow();
}
