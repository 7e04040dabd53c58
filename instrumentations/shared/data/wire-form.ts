import { isFields } from "@svc/core/internal";

/** Fields whose own fields have the names that the application or a tool gave them. */
const OPAQUE: ReadonlySet<string> = new Set(["arguments", "info", "metadata"]);

/** Returns an object of an SDK made by Speakeasy with the field names of the API: `toolCallId` becomes `tool_call_id`. */
export function wireForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => wireForm(item));
  if (!isFields(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const wireName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    fields[wireName] = OPAQUE.has(name) ? field : wireForm(field);
  }
  return fields;
}
