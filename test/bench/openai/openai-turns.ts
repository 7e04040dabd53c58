// Process in which the `openai` package is called, with the instrumentation of one build and without, round by round. See
// `compare-openai.ts`.
import type { CallTurnOrder } from "../calls/call-rounds.ts";
import { answerTurns } from "../compare/turns.ts";
import type { Scenario } from "./openai-answers.ts";
import type { RecorderName } from "./openai-contender.ts";
import { openAICalls } from "./openai-rounds.ts";

await answerTurns(async (order: CallTurnOrder<RecorderName, Scenario>) => {
  const { callers, measureRound } = openAICalls(order);
  const [bare, recording] = callers;
  return async () => {
    const none = await measureRound(bare);
    const recorded = await measureRound(recording);
    return { "CPU of a recorded call, µs": recorded.cpu, "CPU added by the recording, µs": recorded.cpu - none.cpu };
  };
});
