import type { Fields } from "../values/fields.ts";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  /** Media: a data URI, the reference of stored media, or an address. */
  | { readonly kind: "media"; readonly source: string }
  | { readonly kind: "toolCall"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly kind: "toolResult"; readonly id: string; readonly content: unknown }
  /** Value that no rule reads. It is shown as JSON: what an application recorded is never left out. */
  | { readonly kind: "other"; readonly value: unknown };

export type ToolResult = Extract<Part, { kind: "toolResult" }>;

/** Message of a conversation with a model, whatever provider it was written for. */
export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** Fields that name, count or sign a message or part, and hold nothing to show. */
const QUIET: ReadonlySet<string> = new Set([
  "type",
  "role",
  "id",
  "index",
  "status",
  "state",
  "name",
  "finish_reason",
  "annotations",
  "cache_control",
  "providerOptions",
  "providerMetadata",
]);

/** Returns true for fields that hold something to show. */
export function holdsContent(fields: Fields): boolean {
  return Object.entries(fields).some(([name, value]) => !QUIET.has(name) && !isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  return value == null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Returns the first value that is neither missing nor empty, of fields in the order of their names. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((one) => !isEmpty(fields[one]));
  return name === undefined ? undefined : fields[name];
}
