import { answerTurns } from "../compare/turns.ts";
import type { Calls } from "./call-rounds.ts";

/** Runs in a program that compares builds: measures calls with the recording of one build and without, round by round. */
export function answerCallTurns(callsOf: (order: never) => Calls): Promise<void> {
  return answerTurns(async (order) => {
    const { callers, measureRound } = callsOf(order);
    const [bare, recording] = callers;
    return async () => {
      const none = await measureRound(bare);
      const recorded = await measureRound(recording);
      return { "CPU of a recorded call, µs": recorded.cpu, "CPU added by the recording, µs": recorded.cpu - none.cpu };
    };
  });
}
