import { useEffect, useEffectEvent, useRef } from "react";
import { useObservationEvents } from "./observation-events.ts";

/** Time in which changes are collected before they are read, in milliseconds. */
const COLLECTING_MS = 300;

/** Most traces that one read brings up to date. */
const MOST_AT_ONCE = 100;

/**
 * Calls `read` with the traces that have new observations, one call after the other, each with what was collected meanwhile.
 * Returns true while new observations arrive by themselves.
 */
export function useChangedTraces(read: (traceIds: readonly string[]) => Promise<void>): boolean {
  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readChanges = useEffectEvent(async () => {
    const traceIds = [...changed.current].slice(0, MOST_AT_ONCE);
    for (const traceId of traceIds) changed.current.delete(traceId);
    // A read that fails is made good by the next observation, or by loading the page again.
    await read(traceIds).catch(() => undefined);
    timer.current = undefined;
    if (changed.current.size > 0) schedule();
  });
  const schedule = useEffectEvent(() => {
    timer.current ??= setTimeout(() => void readChanges(), COLLECTING_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useObservationEvents((traceId) => {
    changed.current.add(traceId);
    schedule();
  });
}
