import { closestName, logger } from "@svc/core/internal";

/** Kinds of observation, ten in all. Values of the attribute `svc.observation.type`. */
export const OBSERVATION_TYPES: readonly [
  "span",
  "generation",
  "event",
  "agent",
  "tool",
  "chain",
  "retriever",
  "evaluator",
  "guardrail",
  "embedding",
] = ["span", "generation", "event", "agent", "tool", "chain", "retriever", "evaluator", "guardrail", "embedding"];

export type SvcObservationType = (typeof OBSERVATION_TYPES)[number];

const KNOWN_TYPES: ReadonlySet<unknown> = /* @__PURE__ */ new Set(OBSERVATION_TYPES);

/** Returns the requested kind. Returns undefined, with a warning, when the kind does not exist. */
export function knownType<T extends SvcObservationType>(asType: T | undefined): T | undefined {
  if (KNOWN_TYPES.has(asType)) return asType;
  if (asType !== undefined && asType !== null) warnOfUnknownType(asType);
  return undefined;
}

function warnOfUnknownType(asType: unknown): void {
  const name = typeof asType === "string" ? asType : `of type ${typeof asType}`;
  const meant = closestName(name, OBSERVATION_TYPES) ?? `one of ${OBSERVATION_TYPES.join(", ")}`;
  logger.warnOnce(`The observation type ${JSON.stringify(name)} does not exist and is ignored: use ${meant}.`);
}

/** Kinds of observation with a model, usage and cost. */
export type ModelObservationType = "generation" | "embedding";

export type ObservationLevel = "DEBUG" | "DEFAULT" | "WARNING" | "ERROR";

export interface SvcSpanAttributes {
  /** Input, any JSON value. The input of the root observation is the trace's input. */
  input?: unknown;
  /** Output, any JSON value. The output of the root observation is the trace's output. */
  output?: unknown;
  /** Metadata. A map is written key by key, so that each key can be filtered. Later updates add and replace keys. */
  metadata?: unknown;
  /** Severity. Default: DEFAULT. */
  level?: ObservationLevel;
  /** Explanation of the level, such as the text of an error. */
  statusMessage?: string;
  /** Version of the code that made the observation. */
  version?: string;
  /** Environment of this observation. Overrides the environments of the processor and of `propagateAttributes`. */
  environment?: string;
}

export type SvcEventAttributes = SvcSpanAttributes;

/** Attributes of generations and embeddings. */
export interface SvcGenerationAttributes extends SvcSpanAttributes {
  /** Time at which the model's first content arrived. */
  completionStartTime?: Date;
  model?: string;
  modelParameters?: Record<string, unknown>;
  /** Tokens (or other units) by kind, such as `input`, `output`, `total`. */
  usageDetails?: Record<string, number>;
  /** Cost in US dollars by kind. */
  costDetails?: Record<string, number>;
  /** Prompt of the call. A fallback prompt is not linked. */
  prompt?: { name: string; version: number; isFallback?: boolean };
}

/** Attributes of any kind of observation. */
export type SvcObservationAttributes = SvcGenerationAttributes;

/** Attributes that a kind of observation accepts. */
export type AttributesOf<T extends SvcObservationType> = T extends ModelObservationType
  ? SvcGenerationAttributes
  : SvcSpanAttributes;
