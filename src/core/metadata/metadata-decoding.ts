import { isExactNumber, isJsonObject, parseExactJson } from "../values/exact-json.ts";

/**
 * Reads one metadata attribute back into the value that was encoded.
 *
 * Text that is not JSON comes from another SDK generation and is returned unchanged. Attribute values that are not text are
 * also returned unchanged. An integer whose digits a double would change stays text.
 * Inside of an array or an object, such a number keeps its digits as an `ExactNumber`.
 * Contract: "Server-side reading of encoded values", rules 1 and 2.
 */
export function decodeMetadataValue(attribute: unknown): unknown {
  if (typeof attribute !== "string") return attribute;
  try {
    const value = parseExactJson(attribute);
    return isExactNumber(value) && /^-?[1-9]\d*$/.test(value.rawJSON) ? attribute : value;
  } catch {
    return attribute;
  }
}

/**
 * Flattens decoded metadata into dotted paths: `{ a: { b: 1 } }` becomes `a.b = 1`. Arrays and scalars are leaves. An empty
 * object is also a leaf, so that it is not lost. When two entries give the same path, the first wins.
 * Contract: "Server-side reading of encoded values", rules 3 and 4.
 */
export function flattenMetadata(entries: Iterable<readonly [key: string, value: unknown]>): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [key, value] of entries) flattenInto(flat, key, value);
  return flat;
}

function flattenInto(flat: Map<string, unknown>, path: string, value: unknown): void {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  for (const [key, nested] of entries) flattenInto(flat, `${path}.${key}`, nested);
  if (entries.length === 0 && !flat.has(path)) flat.set(path, value);
}
