import type { AttributeValue } from "@opentelemetry/api";
import {
  COUNTED_PARAMETERS,
  DESCRIPTIVE_ATTRIBUTES,
  DESCRIPTIVE_METADATA,
  DESCRIPTIVE_PARAMETERS,
  PARAMETER_GROUPS,
} from "../names/descriptive-names.ts";
import * as A from "../names/span-attributes.ts";
import type { CapturedContent } from "./captured-content.ts";
import { isFields } from "./fields.ts";

const METADATA_PREFIX = `${A.OBSERVATION_METADATA}.`;

/**
 * Returns the value of an attribute without the content that is not recorded; undefined for an attribute that is content itself. A text
 * under a name that no table has is content. Numbers and booleans count what was said, and repeat nothing of it.
 */
export function withoutContent(
  name: string,
  value: AttributeValue,
  { inputs, outputs }: CapturedContent,
): AttributeValue {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (name === A.OBSERVATION_INPUT) return inputs ? value : undefined;
  if (name === A.OBSERVATION_OUTPUT) return outputs ? value : undefined;
  if (DESCRIPTIVE_ATTRIBUTES.has(name)) return value;
  if (name === A.OBSERVATION_MODEL_PARAMETERS) return JSON.stringify(descriptiveParameters(parsed(value)));
  if (name.startsWith(METADATA_PREFIX)) return isDescriptiveMetadata(name, value) ? value : undefined;
  return undefined;
}

/** Returns true for metadata that describes the call: a known key, or a value that is no text. */
function isDescriptiveMetadata(name: string, value: AttributeValue): boolean {
  if (DESCRIPTIVE_METADATA.has(name.slice(METADATA_PREFIX.length))) return true;
  return ["number", "boolean"].includes(typeof parsed(value));
}

/** Returns the model parameters that repeat nothing of what was said. */
function descriptiveParameters(parameters: unknown): Record<string, unknown> {
  if (!isFields(parameters)) return {};
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const rest = isCount(value) ? value : descriptivePart(name, value);
    if (rest !== undefined) kept[name] = rest;
  }
  return kept;
}

/** Returns what stays of a parameter; undefined when nothing does. */
function descriptivePart(name: string, value: unknown): unknown {
  if (typeof value === "string") return DESCRIPTIVE_PARAMETERS.has(name) ? value : undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => descriptivePart(name, item)).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isFields(value) || !PARAMETER_GROUPS.has(name)) return undefined;
  const parts: Array<readonly [string, unknown]> = Object.entries(value).map(([field, part]) => [
    field,
    isCount(part) ? (COUNTED_PARAMETERS.has(field) ? part : undefined) : descriptivePart(field, part),
  ]);
  const kept = parts.filter(([, part]) => part !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function isCount(value: unknown): value is number | boolean {
  return typeof value === "number" || typeof value === "boolean";
}

/** Returns the value of a JSON text; undefined for any other text. */
function parsed(text: AttributeValue): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
