import { beforeExitDelivery } from "@svc/core/internal";

/** Call that has started and has not ended. */
export interface OpenCall {
  /** Ends the call, because the process ends. */
  endAtExit(): void;
}

/** Maximum number of calls that the end of the process ends. The oldest is left out first: it may hold a large request. */
const MAX_OPEN = 1_000;

const openCalls = new Set<OpenCall>();
let isExitWatched = false;

/** Has a call ended at the end of the process, unless it has ended before. */
export function addOpenCall(call: OpenCall): void {
  if (!isExitWatched) {
    isExitWatched = true;
    beforeExitDelivery(endAll);
  }
  openCalls.add(call);
  if (openCalls.size > MAX_OPEN) openCalls.delete(openCalls.values().next().value!);
}

/** Removes a call that has ended. */
export function removeOpenCall(call: OpenCall): void {
  openCalls.delete(call);
}

function endAll(): void {
  for (const call of openCalls) {
    openCalls.delete(call);
    call.endAtExit();
  }
}
