// Ports of platforms without Node: what these lack does nothing.
import { flushAll, type Delivery } from "@svc/core/internal";
import { NO_KEEPER, type BatchKeeper } from "../../delivery/batch-keeper.ts";
import type { RelayReceiver, ThreadDestination, ThreadLink, ThreadRelay } from "../../delivery/thread-relay.ts";

/** No limit: a program may end after any turn of the event loop, as a web page does. */
export const TURN_MS: number = Infinity;

/**
 * Starts delivery of every queue. The platform may end the program before the requests finish: no thread can delay it here.
 */
export function deliverExitQueues(): void {
  flushAll();
}

/** Returns none: nothing can hold the end of the program. */
export function deliveriesAtExit(_items: unknown): Delivery[] {
  return [];
}

/** Does nothing: the queues notice the end of a page themselves, and other platforms do not report theirs. */
export function deliverAtExit(): void {}

/** Does nothing: a platform without Node does not report when its event loop is empty. */
export function atEmptyLoop(_listener: () => void): () => void {
  return () => {};
}

/** Does nothing: no channel reports the requests to this program. */
export function watchCallers(): void {}

/** Returns the keeper that keeps nothing: this platform has no disk. */
export function openKeeper(_url: string, _headers: Readonly<Record<string, string>>): BatchKeeper {
  return NO_KEEPER;
}

/** Returns undefined: every worker of this platform delivers what it records itself. */
export function linkToMainThread(_destination: ThreadDestination, _timeoutMs: number): ThreadLink | undefined {
  return undefined;
}

/** Returns undefined: every worker of this platform delivers what it records itself. */
export function openToThreads(
  _destination: ThreadDestination,
  _timeoutMs: number,
  _receiver: RelayReceiver,
): ThreadRelay | undefined {
  return undefined;
}
