import { isMainThread } from "node:worker_threads";
import type { RelayReceiver, ThreadDestination, ThreadLink, ThreadRelay } from "../delivery/thread-relay.ts";
import { MainThreadHub } from "./main-thread-hub.ts";
import { RelayedScores } from "./relayed-scores.ts";
import { WorkerThreadLink } from "./worker-thread-link.ts";

/**
 * Returns the link to the main thread, over which this thread's queues hand over what they hold. Returns undefined in the main
 * thread, and when the main thread has no processor for the same destination.
 */
export function linkToMainThread(destination: ThreadDestination, timeoutMs: number): ThreadLink | undefined {
  const link = WorkerThreadLink.toMainThread(destination, timeoutMs);
  link?.handOverQueues();
  return link;
}

/** Opens the main thread to its worker threads. Returns undefined in a worker thread. */
export function openToThreads(
  destination: ThreadDestination,
  timeoutMs: number,
  receiver: RelayReceiver,
): ThreadRelay | undefined {
  if (!isMainThread) return undefined;
  const scores = new RelayedScores(timeoutMs);
  const hub = new MainThreadHub(destination, {
    ...receiver,
    takeRequest: (request, settle) => scores.take(request, settle),
    flush: async () => {
      await Promise.all([receiver.flush(), scores.flush()]);
    },
  });
  let isOpen = true;
  return {
    receiveNow: () => isOpen && hub.receiveNow(),
    flush: () => scores.flush(),
    drain: () => scores.drain(),
    takeLosses: () => scores.takeLosses(),
    close: () => {
      if (isOpen) hub.close();
      isOpen = false;
    },
  };
}
