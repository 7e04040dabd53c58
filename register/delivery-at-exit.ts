import { announceExitDelivery } from "@svc/core";
import { deliverFromNowOn, deliverRest } from "./delivering-rest.ts";

/**
 * Delivers what is queued when the process has ended: when it has nothing left to do, calls `process.exit()`, or throws.
 * At the `exit` event nothing can be awaited, so the process is held, for a bounded time; in return the application's own
 * listeners run as often, and in the order, they would without us, and its exit code stays its own.
 *
 * It is done before the application's own listeners of `exit`, of which one may end the process, and after them, for what
 * they record. A listener that is added in the very turn in which the process ends is called even later; what that one
 * records is delivered as it ends, one by one.
 */
export function deliverAtTheEnd(): void {
  announceExitDelivery();
  process.once("exit", deliverRest);
  process.once("exit", deliverFromNowOn);
  let isMoving = false;
  process.on("newListener", (event, listener) => {
    if (event !== "exit" || listener === deliverFromNowOn || isMoving) return;
    isMoving = true;
    queueMicrotask(() => {
      isMoving = false;
      process.off("exit", deliverFromNowOn).once("exit", deliverFromNowOn);
    });
  });
}
