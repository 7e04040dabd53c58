import { closestName, logger } from "@svc/core";

/** The ten kinds of observation. Value of the attribute `svc.observation.type`. */
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

/** Kind of an observation. */
export type SvcObservationType = (typeof OBSERVATION_TYPES)[number];

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(OBSERVATION_TYPES);

/** The kind asked for; undefined, with a warning, when it does not exist. */
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

/** The kinds that know a model, usage and cost. */
export type ModelObservationType = "generation" | "embedding";

/** How serious an observation is. */
export type ObservationLevel = "DEBUG" | "DEFAULT" | "WARNING" | "ERROR";

/** What every observation can say. */
export interface SvcSpanAttributes {
  /** Any JSON value; on the root observation it is the trace's input. */
  input?: unknown;
  /** Any JSON value; on the root observation it is the trace's output. */
  output?: unknown;
  /** A map is written key by key, so that each key can be filtered; later updates add and replace keys. */
  metadata?: unknown;
  /** Default: DEFAULT. */
  level?: ObservationLevel;
  /** Explains the level, such as the text of an error. */
  statusMessage?: string;
  /** Version of the code that made the observation. */
  version?: string;
  /** Overrides the environment of the processor and of `propagateAttributes` for this observation. */
  environment?: string;
}

/** What an event can say. */
export type SvcEventAttributes = SvcSpanAttributes;

/** What generations and embeddings can say besides. */
export interface SvcGenerationAttributes extends SvcSpanAttributes {
  /** When the model's first content arrived. */
  completionStartTime?: Date;
  model?: string;
  modelParameters?: Record<string, unknown>;
  /** Tokens (or other units) by kind, such as `input`, `output`, `total`. */
  usageDetails?: Record<string, number>;
  /** Cost in US dollars by kind. */
  costDetails?: Record<string, number>;
  /** The prompt the call was made with; a fallback prompt is not linked. */
  prompt?: { name: string; version: number; isFallback?: boolean };
}

/** Any attribute of any kind of observation. */
export type SvcObservationAttributes = SvcGenerationAttributes;

/** The attributes a kind of observation accepts. */
export type AttributesOf<T extends SvcObservationType> = T extends ModelObservationType
  ? SvcGenerationAttributes
  : SvcSpanAttributes;
