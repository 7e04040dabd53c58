// Process in which a package is called, with the instrumentation of one build and without, round by round. See
// `compare-providers.ts`.
import { answerCallTurns } from "../calls/call-turns.ts";
import { callsOfProvider } from "./provider-rounds.ts";

await answerCallTurns(callsOfProvider);
