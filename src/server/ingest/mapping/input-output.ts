import { textOf } from "../../http/json.ts";
import type { ReceivedSpan } from "../otlp/otlp-span.ts";
import { INPUT_OUTPUT_SOURCES } from "./input-output-sources.ts";
import { NameCache } from "./name-cache.ts";

/** What went into an operation and what came out, as text: text as it was sent, everything else as JSON. */
export interface InputOutput {
  input: string | null;
  output: string | null;
}

/** The input and output of the observation that a span becomes: the first way of writing them that gives either decides. */
export function inputOutput(span: ReceivedSpan): InputOutput {
  for (const { find } of INPUT_OUTPUT_SOURCES) {
    const { input, output } = find(span);
    if (input !== undefined || output !== undefined) return { input: asText(input), output: asText(output) };
  }
  return { input: null, output: null };
}

const known = new NameCache((attribute) => INPUT_OUTPUT_SOURCES.some(({ uses }) => uses(attribute)));

/** True for attributes that hold input or output in any of the ways known here. */
export function isInputOutputAttribute(attribute: string): boolean {
  return known.get(attribute);
}

function asText(value: unknown): string | null {
  return value === undefined || value === null ? null : textOf(value);
}
