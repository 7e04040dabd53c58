import { amountLost, endOpenWork, logger, registeredExitQueues, resolveSetting, type Loss } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { BlockingSender } from "./blocking-sender.ts";

let delivery: BlockingSender | undefined;

/**
 * Delivers the content of every queue of the process before it returns: for the `exit` event, where nothing can be
 * awaited. All calls together take at most `SVC_SHUTDOWN_TIMEOUT`. Logs the losses in one line.
 */
export function deliverExitQueues(): void {
  try {
    endOpenWork();
    const queues = registeredExitQueues();
    const deliveries = queues.flatMap((queue) => queue.drain());
    const lost = queues.flatMap((queue) => queue.takeLosses?.() ?? []);
    if (deliveries.length > 0) {
      delivery ??= new BlockingSender(resolveSetting(settings.shutdownTimeout).value * 1000);
      lost.push(...delivery.deliver(deliveries));
    }
    const line = describeLosses(lost);
    if (line !== "") logger.error(line);
  } catch (error) {
    logger.error("Queued spans, scores and media are lost: their delivery at the end of the process failed.", error);
  }
}

/** Returns the amount lost of each kind, and the first reason of each. */
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
