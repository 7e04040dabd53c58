import { beforeExitDelivery } from "@svc/core/internal";

/** Call that has started and has not ended. */
interface OpenCall {
  /** Ends the call, because the process ends. */
  cutShort(): void;
}

/** Maximum number of calls that the end of the process ends. The oldest is left out first: it may hold a large request. */
const MAX_OPEN = 1_000;

/** Open calls, the oldest first. */
const open = new Set<OpenCall>();
let isExitWatched = false;

/** Has a call ended at the end of the process, unless it has ended before. */
export function addOpenCall(call: OpenCall): void {
  if (!isExitWatched) {
    isExitWatched = true;
    beforeExitDelivery(() => {
      for (const each of open) each.cutShort();
    });
  }
  open.add(call);
  if (open.size > MAX_OPEN) open.delete(open.values().next().value!);
}

/** Removes a call that has ended. */
export function removeOpenCall(call: OpenCall): void {
  open.delete(call);
}
