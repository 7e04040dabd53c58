import { parseExactJson } from "@svc/core/internal";

export { isJsonObject as isObject } from "@svc/core/internal";

export type JsonObject = Record<string, unknown>;

/** Parses a JSON text. Returns undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a JSON text with content of users, whose numbers keep their digits: see `parseExactJson`. Returns undefined when the text is
 * not JSON.
 */
export function parseContent(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Returns a value as compact JSON text; null for null and undefined. */
export function jsonTextOrNull(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value);
}

/** Returns text unchanged, and any other value as compact JSON text. */
export function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
