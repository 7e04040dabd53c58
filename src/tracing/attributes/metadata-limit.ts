import { logger, resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import * as A from "@svc/core/internal/span-attributes";
import type { AttributeTarget } from "./attribute-target.ts";

/** Attributes of an observation apart from metadata. Places are reserved for those that are not written yet. */
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
const TYPES_WITH_MODEL: ReadonlySet<unknown> = new Set(["generation", "embedding"]);

/** Largest number of reserved attributes. While this many still fit, the reserved ones need not be counted. */
const MOST_RESERVED = GENERATION_ATTRIBUTES.length;

const MAX_KEYS_IN_WARNING = 5;

let environmentLimit: number | undefined;

/** Returns the attribute limit of a span: that of the environment. A limit that a provider was given in code cannot be seen. */
function attributeLimit(): number {
  return (environmentLimit ??= resolveSetting(settings.attributeCountLimit).value);
}

/** Returns true when `count` more attributes may exceed the limit. Only then {@link metadataThatFits} has to choose. */
export function mayExceedLimit(target: AttributeTarget, count: number): boolean {
  const { attributes } = target;
  if (attributes === undefined) return false;
  return Object.keys(attributes).length + count + MOST_RESERVED > attributeLimit();
}

/**
 * Returns the metadata attributes that can be written without pushing out other attributes. OpenTelemetry silently drops
 * new attributes past its limit (`OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT`, default 128). Surplus new keys are therefore dropped
 * here, from the end, with one warning. Overwriting a key is always possible.
 */
export function metadataThatFits(
  target: AttributeTarget,
  metadata: ReadonlyMap<string, string>,
): Iterable<[string, string]> {
  const { attributes } = target;
  if (attributes === undefined) return metadata;
  const limit = attributeLimit();
  const written = Object.keys(attributes).length;
  const reserved = TYPES_WITH_MODEL.has(attributes[A.OBSERVATION_TYPE]) ? GENERATION_ATTRIBUTES : SPAN_ATTRIBUTES;
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
  const named = dropped.slice(0, MAX_KEYS_IN_WARNING).map((key) => JSON.stringify(key));
  const more = dropped.length > named.length ? ` and ${dropped.length - named.length} more` : "";
  logger.warnOnce(
    `Metadata keys are dropped: ${named.join(", ")}${more}. A span holds ${attributeLimit} attributes (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT).`,
  );
}
