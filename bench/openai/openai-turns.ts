// Process in which the `openai` package is called, with the instrumentation of one build and without, round by round. See
// `compare-openai.ts`.
import { answerCallTurns } from "../calls/call-turns.ts";
import { openAICalls } from "./openai-rounds.ts";

await answerCallTurns(openAICalls);
