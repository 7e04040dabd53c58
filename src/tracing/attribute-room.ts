import { logger, resolveSetting, SvcOtelSpanAttributes as A } from "@svc/core";
import type { AttributeTarget } from "./attribute-target.ts";

/** What an observation says apart from metadata: room is kept for as much of it as is not written yet. */
const SPAN_ATTRIBUTES: readonly string[] = [
  A.OBSERVATION_TYPE,
  A.OBSERVATION_LEVEL,
  A.OBSERVATION_STATUS_MESSAGE,
  A.VERSION,
  A.ENVIRONMENT,
  A.OBSERVATION_INPUT,
  A.OBSERVATION_OUTPUT,
];
const GENERATION_ATTRIBUTES: readonly string[] = [
  ...SPAN_ATTRIBUTES,
  A.OBSERVATION_MODEL,
  A.OBSERVATION_MODEL_PARAMETERS,
  A.OBSERVATION_USAGE_DETAILS,
  A.OBSERVATION_COST_DETAILS,
  A.OBSERVATION_COMPLETION_START_TIME,
  A.OBSERVATION_PROMPT_NAME,
  A.OBSERVATION_PROMPT_VERSION,
];
const WITH_A_MODEL: ReadonlySet<unknown> = new Set(["generation", "embedding"]);

/** Fewer attributes than this fit beside any others: nothing has to be counted. */
const PLENTY = GENERATION_ATTRIBUTES.length;

const NAMED_IN_WARNING = 5;

let environmentLimit: number | undefined;

/** What the span's provider was given in code, where that can be seen, else what the environment says. */
function limitOf(target: AttributeTarget): number {
  const { _spanLimits: limits } = target as { _spanLimits?: { attributeCountLimit?: number } };
  environmentLimit ??= resolveSetting("attributeCountLimit").value;
  return limits?.attributeCountLimit ?? environmentLimit;
}

/** Whether so many more attributes may not all fit: only then it has to be looked at which do. */
export function isCrowded(target: AttributeTarget, count: number): boolean {
  const { attributes } = target;
  if (attributes === undefined) return false;
  return writtenOn(target, attributes) + count + PLENTY > limitOf(target);
}

/** A span of the SDK knows how many it has; to count the keys of so large an object takes as long as to write several. */
function writtenOn(target: AttributeTarget, attributes: Readonly<Record<string, unknown>>): number {
  const { _attributesCount: count } = target as { _attributesCount?: number };
  return count ?? Object.keys(attributes).length;
}

/**
 * The metadata attributes that may be written without pushing anything else out: OpenTelemetry drops new attributes past
 * its limit (`OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT`, default 128) without a word, so surplus new keys are dropped here, from
 * the tail, with one warning. Overwriting a key is always possible.
 */
export function metadataThatFits(
  target: AttributeTarget,
  metadata: ReadonlyMap<string, string>,
): Iterable<[string, string]> {
  const { attributes } = target;
  if (attributes === undefined) return metadata;
  const limit = limitOf(target);
  const written = writtenOn(target, attributes);
  const reserved = WITH_A_MODEL.has(attributes[A.OBSERVATION_TYPE]) ? GENERATION_ATTRIBUTES : SPAN_ATTRIBUTES;
  let room = limit - written - reserved.filter((name) => attributes[name] === undefined).length;
  const dropped: string[] = [];
  const fitting: Array<[string, string]> = [];
  for (const [name, text] of metadata) {
    if (attributes[name] !== undefined || room-- > 0) fitting.push([name, text]);
    else dropped.push(name.slice(A.OBSERVATION_METADATA.length + 1));
  }
  if (dropped.length > 0) warn(dropped, limit);
  return fitting;
}

function warn(dropped: readonly string[], attributeLimit: number): void {
  const named = dropped.slice(0, NAMED_IN_WARNING).map((key) => JSON.stringify(key));
  const more = dropped.length > named.length ? ` and ${dropped.length - named.length} more` : "";
  logger.warnOnce(
    `Metadata keys are dropped: ${named.join(", ")}${more}. A span holds ${attributeLimit} attributes (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT).`,
  );
}
