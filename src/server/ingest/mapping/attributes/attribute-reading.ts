import { parseContent, textOrJson } from "../../../http/json.ts";
import type { Attributes, AttributeValue } from "../../otlp/otlp-span.ts";

/** Returns the value of the first of these attributes that is present and is not empty text. */
export function firstValue(attributes: Attributes, names: readonly string[]): AttributeValue | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

/** Returns the first of these attributes as text; null when none is present. */
export function firstText(attributes: Attributes, names: readonly string[]): string | null {
  const value = firstValue(attributes, names);
  return value === undefined ? null : textOrJson(value);
}

/** Returns the attribute when it is text; undefined otherwise. */
export function textAttribute(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === "string" ? value : undefined;
}

/** Returns the value of the first of these attributes. JSON text is parsed. */
export function firstJson(attributes: Attributes, names: readonly string[]): unknown {
  const value = firstValue(attributes, names);
  return typeof value === "string" ? (parseContent(value) ?? value) : value;
}

/** Returns the attributes whose names start with the prefix, under the part of the name that follows the prefix. */
export function withPrefix(attributes: Attributes, prefix: string): Attributes {
  const found: Attributes = new Map();
  for (const [name, value] of attributes) {
    if (name.length > prefix.length && name.startsWith(prefix)) found.set(name.slice(prefix.length), value);
  }
  return found;
}
