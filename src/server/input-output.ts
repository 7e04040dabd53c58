import { INPUT_OUTPUT_SOURCES } from "./input-output-sources.ts";
import { textOf } from "./json.ts";
import type { ReceivedSpan } from "./otlp-span.ts";

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

const known = new Map<string, boolean>();
const MOST_KNOWN = 10_000;

/** True for attributes that hold input or output in any of the ways known here. */
export function isInputOutputAttribute(attribute: string): boolean {
  const answer = known.get(attribute);
  if (answer !== undefined) return answer;
  const found = INPUT_OUTPUT_SOURCES.some(({ uses }) => uses(attribute));
  if (known.size < MOST_KNOWN) known.set(attribute, found);
  return found;
}

function asText(value: unknown): string | null {
  return value === undefined || value === null ? null : textOf(value);
}
