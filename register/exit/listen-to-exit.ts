import { announceExitDelivery, flushAll } from "@svc/core/internal";
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
  if (!mayStartThreads()) process.on("beforeExit", flushAlone);
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

/** Returns false where Node's permissions forbid the thread that delivers while the process is held. */
function mayStartThreads(): boolean {
  const { permission } = process as { readonly permission?: { has(scope: string): boolean } };
  return permission?.has("worker") ?? true;
}

/**
 * Sends what is queued before a process ends that has nothing left to do, from its own thread. That makes Node call all listeners of
 * `beforeExit` once more: nothing is sent where the application has one.
 */
function flushAlone(): void {
  process.off("beforeExit", flushAlone);
  if (process.listenerCount("beforeExit") === 0) flushAll();
}
