// Process in which the `openai` package is called, with the instrumentation of one build and without, round by round. See
// `compare-openai.ts`.
import { answerTurns } from "../compare/turns.ts";
import { prepareCalls, type OpenAIOrder } from "./openai-rounds.ts";

await answerTurns(async (order: Omit<OpenAIOrder, "rounds" | "warmUpRounds">) => {
  const { contenders, measureRound } = prepareCalls(order);
  const [bare, recording] = contenders;
  return async () => {
    const none = await measureRound(bare);
    const recorded = await measureRound(recording);
    return { "CPU of a recorded call, µs": recorded.cpu, "CPU added by the recording, µs": recorded.cpu - none.cpu };
  };
});
