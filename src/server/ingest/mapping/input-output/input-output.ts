import { textOrJson } from "../../../http/json.ts";
import type { ReceivedSpan } from "../../otlp/otlp-span.ts";
import { INPUT_OUTPUT_SOURCES } from "./input-output-sources.ts";
import { NameCache } from "../attributes/name-cache.ts";

/** Input and output of an operation as text: text unchanged, any other value as JSON. */
export interface InputOutput {
  input: string | null;
  output: string | null;
}

/** Returns the input and output of a span's observation. The first format that gives an input or an output decides. */
export function inputOutput(span: ReceivedSpan): InputOutput {
  for (const { find } of INPUT_OUTPUT_SOURCES) {
    const { input, output } = find(span);
    if (input !== undefined || output !== undefined) return { input: asText(input), output: asText(output) };
  }
  return { input: null, output: null };
}

const known = new NameCache((attribute) => INPUT_OUTPUT_SOURCES.some(({ uses }) => uses(attribute)));

/** Returns true for attributes that hold input or output in any known format. */
export function isInputOutputAttribute(attribute: string): boolean {
  return known.get(attribute);
}

function asText(value: unknown): string | null {
  return value === undefined || value === null ? null : textOrJson(value);
}
