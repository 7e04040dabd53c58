import { callComparisons } from "../calls/compare-calls.ts";
import type { Comparison } from "../compare/compare.ts";
import type { Scenario } from "./bedrock-answers.ts";

const CALLER = { program: "bedrock/bedrock-turns.ts", recorder: "svc" };

/** Comparisons of calls under the preload's instrumentation. */
export const BEDROCK_COMPARISONS: readonly Comparison[] = callComparisons<Scenario>(CALLER, [
  { title: "InvokeModel, recorded", scenario: "invoke", callsPerRound: 100 },
  { title: "InvokeModel, delivered with gzip", scenario: "invoke", callsPerRound: 300, isDelivered: true },
]);
