/** Types of observations, as the API names them. */
export const OBSERVATION_TYPES = [
  "SPAN",
  "GENERATION",
  "EVENT",
  "EMBEDDING",
  "AGENT",
  "TOOL",
  "CHAIN",
  "RETRIEVER",
  "GUARDRAIL",
  "EVALUATOR",
] as const;

/** One of {@link OBSERVATION_TYPES}. */
export type ObservationType = (typeof OBSERVATION_TYPES)[number];
