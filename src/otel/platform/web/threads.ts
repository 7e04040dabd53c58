import type { RelayReceiver, ThreadDestination, ThreadLink, ThreadRelay } from "../../delivery/thread-relay.ts";

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
