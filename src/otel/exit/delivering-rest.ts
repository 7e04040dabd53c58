import { amountLost, globalState, logger, resolveSetting, stepsOf, type Loss } from "@svc/core";
import { ExitDelivery } from "./exit-delivery.ts";

let delivery: ExitDelivery | undefined;

/**
 * Delivers what every queue of the process holds, before it returns: for the `exit` event, where nothing can be awaited.
 * It takes at most `SVC_SHUTDOWN_TIMEOUT` in all, however often it is called. What was lost is said in one line.
 */
export function deliverRest(): void {
  try {
    const queues = [...(globalState.exitQueues ?? [])];
    const deliveries = queues.flatMap((queue) => [...queue.drain().map(stepsOf), ...(queue.drainSteps?.() ?? [])]);
    const lost = queues.flatMap((queue) => queue.takeLosses?.() ?? []);
    if (deliveries.length > 0) {
      delivery ??= new ExitDelivery(resolveSetting("shutdownTimeout").value * 1000);
      lost.push(...delivery.deliver(deliveries));
    }
    const line = describeLosses(lost);
    if (line !== "") logger.error(line);
  } catch (error) {
    logger.error("What was left at the end of the process could not be delivered.", error);
  }
}

/** The same, and from now on a queue that takes something has it delivered at once: nothing else follows. */
export function deliverFromNowOn(): void {
  globalState.deliverUrgently = deliverRest;
  deliverRest();
}

/** How much was lost of each kind, and the first reason of each. */
function describeLosses(losses: readonly Loss[]): string {
  return [...Map.groupBy(losses, ({ cargo }) => cargo)]
    .map(([cargo, ofCargo]) => {
      const count = ofCargo.reduce((sum, loss) => sum + loss.count, 0);
      const reasons = new Set(ofCargo.map(({ reason }) => reason));
      const others = reasons.size > 1 ? ` (and ${reasons.size - 1} more reasons)` : "";
      return `${amountLost(cargo, count)}: ${ofCargo[0]!.reason}${others}`;
    })
    .join("; ");
}
