import { vi } from "vitest";

/** Time that passes in one step of the event loop, in milliseconds. */
const STEP_MS = 50;

/** Lets the time of fake timers pass, with turns of the event loop between, until a promise has ended. Returns what it resolves to. */
export async function whileTimePasses<T>(promise: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const ended = promise.finally(() => (state.isOver = true));
  while (!state.isOver) await vi.advanceTimersByTimeAsync(STEP_MS);
  return ended;
}
