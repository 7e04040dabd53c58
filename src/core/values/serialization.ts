import { SERIALIZATION_FAILED } from "../names/constants.ts";

/**
 * Returns the text of an input, an output or another free value: a string unchanged, any other value as compact JSON.
 * Returns undefined for null and undefined, and `<failed to serialize>` for a value that JSON cannot hold.
 * Writes numbers beyond double precision (bigint) as their digits in quotes.
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
