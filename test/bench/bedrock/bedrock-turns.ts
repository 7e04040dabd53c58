// Process in which the client of Bedrock is called, with the instrumentation of one build and without, round by round. See
// `compare-bedrock.ts`.
import { answerCallTurns } from "../calls/call-turns.ts";
import { bedrockCalls } from "./bedrock-rounds.ts";

await answerCallTurns(bedrockCalls);
