import { vi } from "vitest";

/** Time of the fake timers that passes in one step, and the real time that answers of sockets have in it, in milliseconds. */
const STEP_MS = 50;
const REAL_MS = 5;

const realTimeout = globalThis.setTimeout;

/** Lets the time of fake timers pass, until a promise has ended. Returns what it resolves to. */
export async function whileTimePasses<T>(promise: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const ended = promise.finally(() => (state.isOver = true));
  while (!state.isOver) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    await new Promise((resolve) => realTimeout(resolve, REAL_MS));
  }
  return ended;
}
