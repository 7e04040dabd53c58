import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { textOrJson } from "../../../http/json.ts";
import type { ObservationType } from "../../../observations/observation-type.ts";
import type { ReceivedSpan } from "../../otlp/otlp-span.ts";
import { firstJson } from "../attributes/attribute-reading.ts";
import { NameCache } from "../attributes/name-cache.ts";
import { INPUT_OUTPUT_SOURCES } from "./input-output-sources.ts";
import { withInstructions } from "./instructions.ts";
import { withoutVectors } from "./vectors.ts";

/** Input and output of an operation as text: text unchanged, any other value as JSON. */
export interface InputOutput {
  input: string | null;
  output: string | null;
}

/** Sets of formats, one bit for each by its index: at most 31. */
const OF_EVENTS = setOf(INPUT_OUTPUT_SOURCES.map(({ isOfEvents }) => isOfEvents === true));

/** Types of the observations whose producers write vectors beside the texts. */
const HAVE_VECTORS: ReadonlySet<ObservationType> = new Set(["EMBEDDING", "RETRIEVER"]);

/** Cache of the formats that use an attribute. */
const formats = new NameCache((attribute) => setOf(INPUT_OUTPUT_SOURCES.map(({ uses }) => uses(attribute))));

/**
 * Returns the input and output of a span's observation: the input of the first format that has one, and the output of the first that
 * has one. Only formats of which the span has an attribute are read. Vectors are left out, except those that the application writes in this
 * service's own attributes.
 */
export function inputOutput(span: ReceivedSpan, type: ObservationType): InputOutput {
  const { input, output } = fullInputOutput(span);
  if (!HAVE_VECTORS.has(type)) return { input, output };
  const { attributes } = span;
  return {
    input: attributes.has(svc.OBSERVATION_INPUT) ? input : withoutVectors(input),
    output: attributes.has(svc.OBSERVATION_OUTPUT) ? output : withoutVectors(output),
  };
}

function fullInputOutput(span: ReceivedSpan): InputOutput {
  const { attributes, events } = span;
  let left = events.length > 0 ? OF_EVENTS : 0;
  for (const name of attributes.keys()) left |= formats.get(name);
  let [input, output, instructions]: unknown[] = [];
  while (left !== 0 && (input == null || output == null)) {
    const found = INPUT_OUTPUT_SOURCES[31 - Math.clz32(left & -left)]?.find(span);
    left &= left - 1;
    input ??= found?.input;
    output ??= found?.output;
    instructions ??= found?.instructions;
  }
  // An input in this service's own attribute is whole.
  if (input == null || attributes.has(svc.OBSERVATION_INPUT)) return { input: asText(input), output: asText(output) };
  instructions ??= firstJson(attributes, [GenAi.SYSTEM_INSTRUCTIONS]);
  return {
    input: asText(instructions == null ? input : withInstructions(input, instructions)),
    output: asText(output),
  };
}

/** Returns true for attributes that hold input or output in any known format. */
export function isInputOutputAttribute(attribute: string): boolean {
  return formats.get(attribute) !== 0;
}

function setOf(members: readonly boolean[]): number {
  return members.reduce((set, isMember, index) => (isMember ? set | (1 << index) : set), 0);
}

function asText(value: unknown): string | null {
  return value == null ? null : textOrJson(value);
}
