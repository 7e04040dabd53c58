import { SERIALIZATION_FAILED } from "../names/constants.ts";

/**
 * Text of an input, an output or another free value: a string as it is, anything else as compact JSON.
 * null and undefined give undefined; a value that JSON cannot hold gives `<failed to serialize>`.
 * Numbers beyond double precision (bigint) are written as their digits in quotes.
 */
export function serializeValue(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return serializeSlowly(value);
  }
}

function serializeSlowly(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, nested: unknown) => (typeof nested === "bigint" ? nested.toString() : nested));
  } catch {
    return SERIALIZATION_FAILED;
  }
}
