import { beforeExitDelivery } from "@svc/core/internal";

/** Call that has started and has not ended. Open calls are a list, each with its neighbours: a set takes several times as long. */
export interface OpenCall {
  /** Call that started before this one; undefined for the oldest, and for a call that is not in the list. */
  older: OpenCall | undefined;
  /** Call that started after this one; undefined for the newest, and for a call that is not in the list. */
  newer: OpenCall | undefined;
  /** Ends the call, because the process ends. */
  cutShort(): void;
}

/** Maximum number of calls that the end of the process ends. The oldest is left out first: it may hold a large request. */
const MAX_OPEN = 1_000;

let oldest: OpenCall | undefined;
let newest: OpenCall | undefined;
let count = 0;
let isExitWatched = false;

/** Has a call ended at the end of the process, unless it has ended before. */
export function addOpenCall(call: OpenCall): void {
  if (!isExitWatched) {
    isExitWatched = true;
    beforeExitDelivery(endAll);
  }
  call.older = newest;
  if (newest === undefined) oldest = call;
  else newest.newer = call;
  newest = call;
  if (++count > MAX_OPEN) removeOpenCall(oldest!);
}

/** Removes a call that has ended. */
export function removeOpenCall(call: OpenCall): void {
  const { older, newer } = call;
  if (older === undefined && call !== oldest) return;
  if (older === undefined) oldest = newer;
  else older.newer = newer;
  if (newer === undefined) newest = older;
  else newer.older = older;
  call.older = undefined;
  call.newer = undefined;
  count--;
}

function endAll(): void {
  for (let call = oldest; call !== undefined; call = oldest) {
    removeOpenCall(call);
    call.cutShort();
  }
}
