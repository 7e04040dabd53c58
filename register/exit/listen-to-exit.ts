import { announceExitDelivery } from "@svc/core/internal";
import { deliverFromNowOn, deliverNow } from "./deliver-now.ts";

/**
 * Delivers the queued items when the process ends: when it has nothing left to do, calls `process.exit()`, or throws. Nothing
 * can be awaited at the `exit` event, so the process is held for a bounded time. The application's own listeners run as often
 * and in the same order as without the preload, and the exit code stays the same.
 *
 * Delivery runs before the application's own `exit` listeners, because one of them may end the process, and again after them,
 * for what they record. A listener added in the last turn before the end runs even later. Spans that such a listener records
 * are delivered one by one as each ends.
 */
export function listenToExit(): void {
  announceExitDelivery();
  process.prependOnceListener("exit", deliverNow);
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
