import {
  amountKept,
  amountLost,
  endOpenWork,
  logger,
  registeredExitQueues,
  resolveSetting,
  type Loss,
} from "@svc/core/internal";
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

/** Returns the amount of each kind that is lost, that may not have arrived, and that stays on disk, with the first reason of each. */
function describeLosses(losses: readonly Loss[]): string {
  return [...Map.groupBy(losses, fateOf).values()]
    .map((ofCargo) => {
      const count = ofCargo.reduce((sum, loss) => sum + loss.count, 0);
      const reasons = new Set(ofCargo.map(({ reason }) => reason));
      const others = reasons.size > 1 ? ` (and ${reasons.size - 1} more reasons)` : "";
      const { cargo, isKept, mayHaveArrived, reason } = ofCargo[0]!;
      const fate = isKept ? amountKept(count) : amountLost(cargo, count, mayHaveArrived);
      return `${fate}: ${reason}${others}`;
    })
    .join("; ");
}

function fateOf({ cargo, isKept, mayHaveArrived }: Loss): string {
  if (isKept) return "kept";
  return mayHaveArrived ? `${cargo} may have arrived` : cargo;
}
