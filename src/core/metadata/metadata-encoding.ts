import { LogLevel } from "../logging/log-level.ts";
import { logger } from "../logging/logger.ts";
import { SERIALIZATION_FAILED } from "../names/constants.ts";

/** Longest encoded text of a propagated metadata value, in characters, quotes included. Contract: "Limits". */
export const MAX_PROPAGATED_VALUE_LENGTH = 200;

/** JSON text whose numbers no double can hold; in every runtime this package supports, not yet in its type library. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

type KindOfValue = "string" | "number" | "bigint" | "boolean" | "symbol" | "undefined" | "object" | "function";

/**
 * Contract: "Metadata encoding", observation metadata, JavaScript/TypeScript. undefined means: not written.
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
 * Contract: "Metadata encoding", propagated trace metadata, JavaScript/TypeScript. undefined means: dropped.
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

/** Attribute text of one top-level observation metadata value, or undefined when the key is not written. */
export function encodeObservationMetadataValue(value: unknown): string | undefined {
  return OBSERVATION_METADATA[typeof value](value as never);
}

/** Attribute text of one propagated metadata value, or undefined when the key is dropped. No length limit here. */
export function encodePropagatedMetadataValue(value: unknown): string | undefined {
  return PROPAGATED_METADATA[typeof value](value as never);
}

/** Whether metadata gets one attribute per key; a primitive or an array gets a single one. */
export function isMetadataMap(metadata: unknown): metadata is Record<string, unknown> {
  return typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
}

/** The propagated metadata that can be sent, encoded; what cannot is dropped with a warning that names the key. */
export function encodePropagatedMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded: Array<[string, string]> = [];
  for (const [key, value] of Object.entries(metadata)) {
    const text = encodePropagatedMetadataValue(value);
    if (text === undefined) {
      logger.warnOnce(
        `Propagated metadata key ${JSON.stringify(key)} is dropped: its value cannot be written as JSON.`,
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

/** Says at debug level that an observation metadata key is not written. */
export function noteUnwrittenMetadata(key: string): void {
  if (logger.isLevelEnabled(LogLevel.DEBUG))
    logger.debug(`Observation metadata key ${JSON.stringify(key)} has no value and is not written.`);
}

/**
 * Plain JSON.stringify, several times faster than one with a replacer, is right unless the value holds a bigint (it throws)
 * or a number that is not finite (it writes null): only then the text is made again.
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
  if (typeof value === "bigint") return rawJSON(String(value));
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("not a JSON number");
  return value;
}
