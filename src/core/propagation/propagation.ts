import { ensureContextManager } from "#platform/context-manager";
import { context, propagation, trace, type Context } from "@opentelemetry/api";
import { LogLevel } from "../names/log-level.ts";
import { logger } from "../logging/logger.ts";
import { encodePropagatedMetadata } from "../metadata/metadata-encoding.ts";
import { SVC_SDK_EXPERIMENT_ENVIRONMENT } from "../names/constants.ts";
import * as A from "../names/span-attributes.ts";
import { misspeltOptionsWatch, type OptionNames } from "../options/misspelt-options.ts";
import {
  PROPAGATED_FIELDS,
  SvcOtelContextKeys,
  type PropagatedAttribute,
  type PropagatedField,
} from "./propagated-fields.ts";
import { isEnvironment, isPropagatable } from "./propagated-values.ts";
import { fallbackAttributes, runInContext } from "./propagation-fallback.ts";

/** Prompt whose name and version are written on the generations made inside `propagateAttributes`. */
export interface PropagatedPromptInput {
  name: string;
  /** Integer, or its digits as text. */
  version: number | string;
  /** True for a fallback prompt, which is not linked. */
  isFallback?: boolean;
}

/** Attributes that `propagateAttributes` writes on every observation made inside. */
export interface PropagateAttributesParams {
  /** User id, at most 200 characters. */
  userId?: string;
  /** Session id, at most 200 characters. */
  sessionId?: string;
  /** Version of the code that makes the observations, at most 200 characters. */
  version?: string;
  /** Name of the trace, at most 200 characters. */
  traceName?: string;
  /** Environment: at most 40 of a-z, 0-9, `-` and `_`; must not start with `svc`. */
  environment?: string;
  /** Tags of at most 200 characters each. They are added to the tags of an outer call. */
  tags?: string[];
  /** JSON values of at most 200 characters each once encoded. An inner call overrides an outer call key by key. */
  metadata?: Record<string, unknown>;
  prompt?: PropagatedPromptInput;
  /** True to also send the values to other services, as W3C baggage on every outgoing request. Default: false. */
  asBaggage?: boolean;
  /** Values that only the experiment runner sets. @internal */
  experiment?: Partial<Record<ExperimentField, string>>;
}

type TraceFields = Pick<PropagateAttributesParams, "userId" | "sessionId" | "traceName" | "tags">;

const PARAM_NAMES: OptionNames<PropagateAttributesParams> = {
  userId: true,
  sessionId: true,
  version: true,
  traceName: true,
  environment: true,
  tags: true,
  metadata: true,
  prompt: true,
  asBaggage: true,
  experiment: true,
};

const lookAtParams: (params: unknown) => void = /* @__PURE__ */ misspeltOptionsWatch(
  "propagateAttributes",
  PARAM_NAMES,
);

type ExperimentField = Extract<PropagatedField, `experiment${string}`>;

type PropagatedValues = { [F in Exclude<PropagatedField, "metadata">]?: PropagatedAttribute } & {
  metadata?: Record<string, string>;
};

/**
 * Runs `fn` and writes the attributes on every observation made inside, at any depth. Returns the result of `fn` unchanged.
 * The active span, if it records, gets the attributes at once. An invalid value is dropped with a warning.
 * Contract: "Metadata encoding" (propagated trace metadata) and "Limits".
 */
export function propagateAttributes<T>(params: PropagateAttributesParams, fn: () => T): T {
  lookAtParams(params);
  return runWith(acceptedValues(params), fn, params.asBaggage ? withBaggage : undefined);
}

/** Runs `fn` like {@link propagateAttributes}, with the fields of the trace that the configuration of a call can have. */
export function propagateTraceFields<T>(fields: TraceFields, fn: () => T): T {
  return runWith(acceptedTraceFields(fields), fn);
}

/** Runs `fn` with accepted values. `finish` makes the context in which it runs of the one that holds the values. */
function runWith<T>(accepted: PropagatedValues, fn: () => T, finish?: typeof withBaggage): T {
  ensureContextManager();
  const outer = context.active();
  const values = mergedWithOuter(outer, accepted);
  const activeSpan = trace.getSpan(outer);
  if (activeSpan?.isRecording()) activeSpan.setAttributes(toAttributes(values));
  let inner = outer;
  for (const { field, contextKey } of PROPAGATED_FIELDS) {
    if (values[field] !== undefined) inner = inner.setValue(contextKey, values[field]);
  }
  return runInContext(finish ? finish(inner, values) : inner, () => toAttributes(values), fn);
}

/**
 * Returns the propagated values of a context as span attributes. Values that this process set override values from baggage.
 * Metadata values are already JSON text.
 */
export function getPropagatedAttributesFromContext(ctx: Context): Record<string, PropagatedAttribute> {
  const attributes = Object.assign(fallbackAttributes(ctx), attributesFromBaggage(ctx));
  addTo(attributes, (field) => ctx.getValue(SvcOtelContextKeys[field]));
  if (attributes[A.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID] !== undefined) {
    attributes[A.ENVIRONMENT] = SVC_SDK_EXPERIMENT_ENVIRONMENT;
  }
  return attributes;
}

function acceptedValues(params: PropagateAttributesParams): PropagatedValues {
  const values: PropagatedValues = { ...params.experiment, ...acceptedTraceFields(params) };
  if (isPropagatable("version", params.version)) values.version = params.version;
  if (isEnvironment(params.environment)) values.environment = params.environment;
  if (params.metadata) values.metadata = encodedMetadata(params.metadata);
  return { ...values, ...acceptedPrompt(params.prompt) };
}

function acceptedTraceFields(fields: TraceFields): PropagatedValues {
  const values: PropagatedValues = {};
  for (const field of ["userId", "sessionId", "traceName"] as const) {
    const value = fields[field];
    if (isPropagatable(field, value)) values[field] = value;
  }
  const tags = acceptedTags(fields.tags);
  if (tags.length > 0) values.tags = tags;
  return values;
}

function acceptedTags(tags: unknown): string[] {
  if (Array.isArray(tags)) return tags.filter((tag) => isPropagatable("tags", tag));
  if (tags !== undefined && tags !== null) {
    logger.warnOnce(`Propagated tags are dropped: they are a ${typeof tags}, but must be an array of strings.`);
  }
  return [];
}

/** Encodes metadata. Reading metadata runs the application's getters: a getter that throws loses only its own key. */
function encodedMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  try {
    return encodePropagatedMetadata(metadata);
  } catch {
    return encodePropagatedMetadata(
      Object.fromEntries(Object.keys(metadata).map((key) => [key, readMetadataKey(metadata, key)])),
    );
  }
}

function readMetadataKey(metadata: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return metadata[key];
  } catch {
    return undefined;
  }
}

function acceptedPrompt(prompt: PropagatedPromptInput | null | undefined): PropagatedValues {
  if (prompt === undefined || prompt === null) return {};
  if (prompt.isFallback) {
    if (logger.isLevelEnabled(LogLevel.DEBUG)) logger.debug(`The fallback prompt ${prompt.name} is not linked.`);
    return {};
  }
  const version = integerOf(prompt.version);
  if (!isPropagatable("prompt name", prompt.name) || version === undefined) {
    logger.warnOnce("A propagated prompt is ignored: pass its name and its version, an integer.");
    return {};
  }
  return { promptName: prompt.name, promptVersion: version };
}

/** Returns an integer unchanged and the integer that a text of digits names; undefined for any other value. */
function integerOf(version: unknown): number | undefined {
  const number = typeof version === "string" && /^\d+$/.test(version) ? Number(version) : version;
  return Number.isInteger(number) ? (number as number) : undefined;
}

function mergedWithOuter(outer: Context, values: PropagatedValues): PropagatedValues {
  const outerTags = outer.getValue(SvcOtelContextKeys.tags) as string[] | undefined;
  const outerMetadata = outer.getValue(SvcOtelContextKeys.metadata) as Record<string, string> | undefined;
  const merged = { ...values };
  if (values.tags) merged.tags = [...new Set([...(outerTags ?? []), ...(values.tags as string[])])];
  if (values.metadata) merged.metadata = { ...outerMetadata, ...values.metadata };
  return merged;
}

function toAttributes(values: PropagatedValues): Record<string, PropagatedAttribute> {
  const attributes: Record<string, PropagatedAttribute> = {};
  addTo(attributes, (field) => values[field]);
  return attributes;
}

function addTo(attributes: Record<string, PropagatedAttribute>, valueOf: (field: PropagatedField) => unknown): void {
  for (const { field, attribute } of PROPAGATED_FIELDS) {
    const value = valueOf(field);
    if (value === undefined) continue;
    if (field === "metadata") {
      const metadata = value as Record<string, string>;
      for (const key of Object.keys(metadata)) attributes[`${attribute}.${key}`] = metadata[key]!;
    } else {
      attributes[attribute] = value as PropagatedAttribute;
    }
  }
}

function withBaggage(ctx: Context, values: PropagatedValues): Context {
  let baggage = propagation.getBaggage(ctx) ?? propagation.createBaggage();
  for (const { field, baggageKey } of PROPAGATED_FIELDS) {
    if (field === "metadata") {
      for (const [key, text] of Object.entries(values.metadata ?? {})) {
        baggage = baggage.setEntry(`${baggageKey}_${key}`, { value: text });
      }
    } else if (values[field] !== undefined) {
      const value = values[field];
      baggage = baggage.setEntry(baggageKey, { value: Array.isArray(value) ? value.join(",") : String(value) });
    }
  }
  return propagation.setBaggage(ctx, baggage);
}

function attributesFromBaggage(ctx: Context): Record<string, PropagatedAttribute> {
  const attributes: Record<string, PropagatedAttribute> = {};
  const baggage = propagation.getBaggage(ctx);
  if (baggage === undefined) return attributes;
  for (const [name, { value }] of baggage.getAllEntries()) {
    if (!name.startsWith("svc_")) continue;
    const exact = BY_BAGGAGE_KEY.get(name);
    if (exact !== undefined) readEntry(attributes, exact.field, exact.attribute, value);
    else if (name.startsWith(METADATA.baggagePrefix)) {
      attributes[`${METADATA.attribute}.${name.slice(METADATA.baggagePrefix.length)}`] = value;
    }
  }
  return attributes;
}

function readEntry(
  attributes: Record<string, PropagatedAttribute>,
  field: PropagatedField,
  attribute: string,
  value: string,
): void {
  if (field === "tags") attributes[attribute] = value.split(",");
  else if (field === "promptVersion") {
    const version = integerOf(value);
    if (version !== undefined) attributes[attribute] = version;
  } else if (field !== "environment" || isEnvironment(value)) attributes[attribute] = value;
}

const BY_BAGGAGE_KEY: ReadonlyMap<string, { field: PropagatedField; attribute: string }> =
  /* @__PURE__ */ rowsByBaggageKey();

const METADATA: { baggagePrefix: string; attribute: string } = {
  baggagePrefix: "svc_metadata_",
  attribute: A.TRACE_METADATA,
};

function rowsByBaggageKey(): Map<string, { field: PropagatedField; attribute: string }> {
  return new Map(PROPAGATED_FIELDS.filter(({ field }) => field !== "metadata").map((row) => [row.baggageKey, row]));
}
