import { callComparisons } from "../calls/compare-calls.ts";
import type { Comparison } from "../compare/compare.ts";
import type { Scenario } from "./openai-answers.ts";

const CALLER = { program: "openai/openai-turns.ts", recorder: "svc" };

/** Comparisons of calls under the preload's instrumentation. */
export const OPENAI_COMPARISONS: readonly Comparison[] = callComparisons<Scenario>(CALLER, [
  { title: "A chat completion, recorded", scenario: "chat", callsPerRound: 200 },
  { title: "A chat completion, delivered with gzip", scenario: "chat", callsPerRound: 500, isDelivered: true },
  { title: "A streamed chat completion of 50 pieces, recorded", scenario: "stream", callsPerRound: 50 },
  { title: "An embedding, recorded", scenario: "embedding", callsPerRound: 200 },
]);
