import { fieldsOf, textOf } from "@svc/core/internal";

/** Managed prompt that a generation was made with. */
export interface LinkedPrompt {
  readonly name: string;
  readonly version: number;
}

/**
 * Returns the managed prompt that a value describes, as an object or as its JSON text; undefined for another value, and for a
 * fallback prompt, which is not linked.
 */
export function linkedPrompt(value: unknown): LinkedPrompt | undefined {
  const prompt = fieldsOf(typeof value === "string" ? parsed(value) : value);
  const name = textOf(prompt.name);
  const { version } = prompt;
  const isLinked = prompt.isFallback !== true && typeof version === "number" && Number.isInteger(version);
  return isLinked && name !== undefined ? { name, version } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
