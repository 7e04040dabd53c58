import { parseJson, textOf } from "../../http/json.ts";
import type { Attributes, AttributeValue } from "../otlp/otlp-span.ts";

/** The value of the first of these attributes that is there and is not empty text. */
export function firstValue(attributes: Attributes, names: readonly string[]): AttributeValue | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

/** The first of these attributes, as text. */
export function firstText(attributes: Attributes, names: readonly string[]): string | null {
  const value = firstValue(attributes, names);
  return value === undefined ? null : textOf(value);
}

/** The attribute, if it is there and is text. */
export function textAttribute(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === "string" ? value : undefined;
}

/** What the first of these attributes holds, read as JSON where it is JSON text. */
export function firstJson(attributes: Attributes, names: readonly string[]): unknown {
  const value = firstValue(attributes, names);
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}

/** The attributes whose names start with the prefix, by what follows it. */
export function withPrefix(attributes: Attributes, prefix: string): Attributes {
  const found: Attributes = new Map();
  for (const [name, value] of attributes) {
    if (name.length > prefix.length && name.startsWith(prefix)) found.set(name.slice(prefix.length), value);
  }
  return found;
}
