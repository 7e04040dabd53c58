import { isExactNumber } from "@svc/core/internal";
/** Part of a message. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "media"; readonly source: string }
  | { readonly kind: "toolCall"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly kind: "toolResult"; readonly id: string; readonly content: unknown }
  | { readonly kind: "other"; readonly value: unknown };

/** Message of a conversation with a model, whatever provider it was written for. */
export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** JSON object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns true for a JSON object, which a number whose digits were kept is not. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}
