import type { AttributeValue } from "@opentelemetry/api";
import type { Fields } from "@svc/core/internal";
import { hasAny } from "../data/fields.ts";
import type { AttributeTable, FieldAttribute } from "./operation.ts";

/**
 * Attribute, the field that its value comes from, and a function that reads the value where it differs from the field. Of
 * several rows with one attribute, the first row whose field is given counts.
 */
export type AttributeRow = readonly [attribute: string, field: string, read?: (value: unknown) => unknown];

/** Receiver of attributes: a span, or a list that remembers them. */
export interface AttributeTarget {
  setAttribute(name: string, value: AttributeValue): unknown;
}

export function attributeTable(rows: readonly AttributeRow[]): AttributeTable {
  return new Map(
    rows.map(([attribute, field, read], place): [string, FieldAttribute] => {
      const before = rows.slice(0, place).filter((row) => row[0] === attribute);
      return [field, { attribute, read, before: before.map((row) => row[1]) }];
    }),
  );
}

/** Writes the attributes of the fields that the table names. */
export function writeByTable(target: AttributeTarget, entries: AttributeTable, from: object): void {
  const fields = from as Fields;
  for (const field in fields) {
    const given = fields[field];
    if (given === undefined || given === null) continue;
    const entry = entries.get(field);
    if (entry === undefined || (entry.before.length > 0 && hasAny(fields, entry.before))) continue;
    const { attribute, read } = entry;
    const value = attributeValue(read === undefined ? given : read(given));
    if (value !== undefined) target.setAttribute(attribute, value);
  }
}

/** Returns the value as an attribute can hold it; undefined for any other value. A request can hold anything. */
export function attributeValue(value: unknown): string | number | boolean | string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!Array.isArray(value)) return undefined;
  // A span copies the list.
  const texts = areTexts(value) ? value : value.filter((item) => typeof item === "string");
  return texts.length > 0 ? texts : undefined;
}

function areTexts(values: readonly unknown[]): values is string[] {
  for (let place = 0; place < values.length; place++) if (typeof values[place] !== "string") return false;
  return true;
}
