import { LogLevel } from "../names/log-level.ts";
import { logger } from "../logging/logger.ts";
import { SERIALIZATION_FAILED } from "../names/constants.ts";

/** Longest encoded text of a propagated metadata value, in characters, quotes included. Contract: "Limits". */
export const MAX_PROPAGATED_VALUE_LENGTH = 200;

/** `JSON` with a function that writes numbers that no double can hold. Every supported runtime has it; its type is missing. */
const JSON_WITH_RAW = JSON as typeof JSON & { rawJSON: (text: string) => unknown };

type KindOfValue = "string" | "number" | "bigint" | "boolean" | "symbol" | "undefined" | "object" | "function";

/**
 * Encoders of observation metadata values, by type. undefined means: not written.
 * Contract: "Metadata encoding", observation metadata, JavaScript/TypeScript.
 */
const OBSERVATION_METADATA: Record<KindOfValue, (value: never) => string | undefined> = {
  string: (value: string) => JSON.stringify(value),
  number: (value: number) => (Number.isFinite(value) ? String(value) : `"${value}"`),
  boolean: (value: boolean) => (value ? "true" : "false"),
  object: (value: object | null) => (value === null ? undefined : encodeObservationObject(value)),
  bigint: (value: bigint) => `"${value}"`,
  undefined: () => undefined,
  function: () => undefined,
  symbol: () => undefined,
};

/**
 * Encoders of propagated metadata values, by type. undefined means: dropped.
 * Contract: "Metadata encoding", propagated trace metadata, JavaScript/TypeScript.
 */
const PROPAGATED_METADATA: Record<KindOfValue, (value: never) => string | undefined> = {
  string: (value: string) => JSON.stringify(value),
  number: (value: number) => (Number.isFinite(value) ? String(value) : undefined),
  boolean: (value: boolean) => (value ? "true" : "false"),
  object: (value: object | null) => (value === null ? "null" : encodePropagatedObject(value)),
  bigint: (value: bigint) => String(value),
  undefined: () => undefined,
  function: () => undefined,
  symbol: () => undefined,
};

/** Returns the attribute text of one top-level observation metadata value, or undefined when the key is not written. */
export function encodeObservationMetadataValue(value: unknown): string | undefined {
  return OBSERVATION_METADATA[typeof value](value as never);
}

/**
 * Returns the attribute text of one propagated metadata value, or undefined when the key is dropped. Applies no length
 * limit.
 */
export function encodePropagatedMetadataValue(value: unknown): string | undefined {
  return PROPAGATED_METADATA[typeof value](value as never);
}

/** Returns true when metadata gets one attribute per key. A primitive or an array gets a single attribute. */
export function isMetadataMap(metadata: unknown): metadata is Record<string, unknown> {
  return typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
}

/** Encodes the propagated metadata that can be sent. Drops every other value with a warning that names its key. */
export function encodePropagatedMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded: Array<[string, string]> = [];
  for (const [key, value] of Object.entries(metadata)) {
    const text = encodePropagatedMetadataValue(value);
    if (text === undefined) {
      logger.warnOnce(
        `Propagated metadata key ${JSON.stringify(key)} is dropped: its value cannot be written as JSON. Pass only texts, numbers, booleans, and lists and objects of them.`,
      );
    } else if (text.length > MAX_PROPAGATED_VALUE_LENGTH) {
      logger.warnOnce(
        `Propagated metadata key ${JSON.stringify(key)} is dropped: its value has ${text.length} characters as JSON, ` +
          `at most ${MAX_PROPAGATED_VALUE_LENGTH} can be propagated.`,
      );
    } else {
      encoded.push([key, text]);
    }
  }
  return Object.fromEntries(encoded);
}

/** Logs at debug level that an observation metadata key is not written. */
export function noteUnwrittenMetadata(key: string): void {
  if (logger.isLevelEnabled(LogLevel.DEBUG))
    logger.debug(`Observation metadata key ${JSON.stringify(key)} has no value and is not written.`);
}

/**
 * Encodes an object as JSON. Plain JSON.stringify is several times faster than JSON.stringify with a replacer. The plain
 * form is wrong only when the object holds a bigint (it throws) or a number that is not finite (it writes null). Only after
 * an error, or when the text contains null, the object is encoded again with the replacer.
 */
function encodeObservationObject(value: object): string | undefined {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text?.includes("null") ? JSON.stringify(value, quoteUnusualNumbers) : text;
  } catch {
    return encodeUnusualObject(value);
  }
}

function encodeUnusualObject(value: object): string | undefined {
  try {
    return JSON.stringify(value, quoteUnusualNumbers);
  } catch {
    return JSON.stringify(SERIALIZATION_FAILED);
  }
}

function quoteUnusualNumbers(_key: string, value: unknown): unknown {
  const unusual = typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  return unusual ? String(value) : value;
}

function encodePropagatedObject(value: object): string | undefined {
  try {
    return JSON.stringify(value, bareBigintsOnly);
  } catch {
    return undefined;
  }
}

function bareBigintsOnly(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return JSON_WITH_RAW.rawJSON(String(value));
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("not a JSON number");
  return value;
}
