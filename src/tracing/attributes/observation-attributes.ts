import {
  encodeObservationMetadataValue,
  isMetadataMap,
  logger,
  mediaText,
  noteUnwrittenMetadata,
  SERIALIZATION_FAILED,
  serializeValue,
  warnOfEnvironment,
} from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import { mayExceedLimit, metadataThatFits } from "./metadata-limit.ts";
import type { AttributeTarget } from "./attribute-target.ts";
import {
  knownType,
  type SvcGenerationAttributes,
  type SvcObservationAttributes,
  type SvcObservationType,
} from "../observation-types.ts";

/**
 * Returns the OpenTelemetry attributes of an observation with this type and these attributes.
 * Contract: "Span attributes written by clients" and "Metadata encoding".
 */
export function createObservationAttributes(
  type: SvcObservationType,
  attributes: SvcObservationAttributes,
): Record<string, string | number | boolean> {
  const record: Record<string, string | number | boolean> = {
    [A.OBSERVATION_TYPE]: knownType(type) ?? "span",
  };
  writeObservationAttributes({ setAttribute: (key, value) => (record[key] = value) }, attributes);
  return record;
}

/** Fields of an observation's attributes, in the order in which they are written. */
const FIELDS: ReadonlyArray<keyof SvcGenerationAttributes> = [
  "level",
  "statusMessage",
  "version",
  "environment",
  "input",
  "output",
  "model",
  "modelParameters",
  "usageDetails",
  "costDetails",
  "completionStartTime",
  "prompt",
  "metadata",
];

/**
 * Writes the fields of an observation to its span. A field that is null or undefined leaves its attribute as it is. Metadata is
 * written last, because it may be dropped at the span's limit of attributes. A field that cannot be read is left out, with one
 * log line; the other fields are written. Never throws.
 */
export function writeObservationAttributes(target: AttributeTarget, attributes: SvcObservationAttributes): void {
  try {
    writeAll(target, attributes);
  } catch {
    for (const field of FIELDS) writeField(target, attributes, field);
  }
}

/** Writes a single field. Takes the slower way for the rare observation of which a field cannot be read. */
function writeField(
  target: AttributeTarget,
  attributes: SvcGenerationAttributes,
  field: keyof SvcGenerationAttributes,
): void {
  try {
    writeAll(target, { [field]: attributes[field] });
  } catch (error) {
    logger.errorOnce(
      `The field ${field} of an observation could not be read and is not recorded. Check the getters and the toJSON of the value.`,
      error,
    );
  }
}

function writeAll(target: AttributeTarget, attributes: SvcObservationAttributes): void {
  writeGiven(target, A.OBSERVATION_LEVEL, attributes.level);
  writeGiven(target, A.OBSERVATION_STATUS_MESSAGE, attributes.statusMessage);
  writeGiven(target, A.VERSION, attributes.version);
  if (attributes.environment !== undefined) warnOfEnvironment(attributes.environment);
  writeGiven(target, A.ENVIRONMENT, attributes.environment);
  writeGiven(target, A.OBSERVATION_INPUT, mediaText(target, attributes.input));
  writeGiven(target, A.OBSERVATION_OUTPUT, mediaText(target, attributes.output));
  writeGiven(target, A.OBSERVATION_MODEL, attributes.model);
  writeGiven(target, A.OBSERVATION_MODEL_PARAMETERS, serializeValue(attributes.modelParameters));
  writeGiven(target, A.OBSERVATION_USAGE_DETAILS, serializeValue(attributes.usageDetails));
  writeGiven(target, A.OBSERVATION_COST_DETAILS, serializeValue(attributes.costDetails));
  const { completionStartTime, prompt } = attributes;
  if (completionStartTime) writeGiven(target, A.OBSERVATION_COMPLETION_START_TIME, isoText(completionStartTime));
  if (prompt && !prompt.isFallback) {
    writeGiven(target, A.OBSERVATION_PROMPT_NAME, prompt.name);
    writeGiven(target, A.OBSERVATION_PROMPT_VERSION, prompt.version);
  }
  if (attributes.metadata !== undefined && attributes.metadata !== null) writeMetadata(target, attributes.metadata);
}

function writeGiven(target: AttributeTarget, key: string, value: string | number | null | undefined): void {
  if (value !== undefined && value !== null) target.setAttribute(key, value);
}

/** Writes the metadata of an observation to its span, an attribute for each key of a map. */
export function writeMetadata(target: AttributeTarget, metadata: unknown): void {
  if (!isMetadataMap(metadata)) {
    writeGiven(target, A.OBSERVATION_METADATA, encodeObservationMetadataValue(metadata));
    return;
  }
  const keys = Object.keys(metadata);
  const encoded = mayExceedLimit(target, keys.length) ? new Map<string, string>() : undefined;
  for (const key of keys) {
    const text = encodeObservationMetadataValue(valueOf(metadata, key));
    if (text === undefined) noteUnwrittenMetadata(key);
    else if (encoded === undefined) target.setAttribute(metadataAttribute(key), text);
    else encoded.set(metadataAttribute(key), text);
  }
  if (encoded === undefined) return;
  for (const [name, text] of metadataThatFits(target, encoded)) target.setAttribute(name, text);
}

/** Returns a metadata value, or `<failed to serialize>` when its getter throws. The other keys are not affected. */
function valueOf(metadata: Record<string, unknown>, key: string): unknown {
  try {
    return metadata[key];
  } catch {
    return SERIALIZATION_FAILED;
  }
}

function metadataAttribute(key: string): string {
  return `${A.OBSERVATION_METADATA}.${key}`;
}

/** Returns a time as JSON text, which the service expects for this one attribute; undefined for an invalid time. */
function isoText(time: Date): string | undefined {
  return Number.isNaN(time.getTime()) ? undefined : JSON.stringify(time);
}
