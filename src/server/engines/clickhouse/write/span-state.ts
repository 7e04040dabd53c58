import type { ObservationRecord } from "../../../observations/observation-record.ts";
import { NUMBERS_PER_MS } from "./arrival-clock.ts";

/** Fields that tell which of two states of a span is the later one. */
export type SpanState = Pick<ObservationRecord, "isOpen" | "endTime">;

/** Last millisecond whose version is exact in JavaScript, in the year 2039. */
const LAST_MS = Math.floor(Number.MAX_SAFE_INTEGER / NUMBERS_PER_MS) - 1;

/** Returns true for a state that never replaces a stored one: one without an end, or with an earlier end. */
export function isEarlier(state: SpanState, stored: SpanState): boolean {
  if (state.isOpen !== stored.isOpen) return state.isOpen === 1;
  return state.isOpen === 0 && state.endTime < stored.endTime;
}

/**
 * Returns the version of a new row, of which the engine keeps the highest: so two processes that store two states at once agree with
 * {@link isEarlier}. States without an end count by their arrival in milliseconds, far below all others, which count by their end.
 */
export function versionOf({ isOpen, endTime }: SpanState, arrival: number): number {
  return isOpen === 1 ? Math.floor(arrival / NUMBERS_PER_MS) : Math.min(endTime, LAST_MS) * NUMBERS_PER_MS;
}
