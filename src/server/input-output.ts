import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { GenAi } from "./attribute-names.ts";
import { firstJson, withPrefix } from "./attribute-reading.ts";
import { isObject, parseJson, textOf } from "./json.ts";
import type { Attributes, ReceivedEvent, ReceivedSpan } from "./otlp-span.ts";
import { unflatten } from "./unflatten.ts";

/** What went into an operation and what came out, as text: text as it was sent, everything else as JSON. */
export interface InputOutput {
  input: string | null;
  output: string | null;
}

interface Found {
  input?: unknown;
  output?: unknown;
}

/** One way in which producers write input and output on a span. */
interface Source {
  /** Undefined, or neither of the two, when the span is not written in this way. */
  find: (span: ReceivedSpan) => Found;
  /** True for attributes that this way uses up: they are not repeated in the metadata. */
  uses: (attribute: string) => boolean;
}

const oneOf = (...names: string[]): Source["uses"] => {
  const set = new Set(names);
  return (attribute) => set.has(attribute);
};

const startsWith =
  (...prefixes: string[]): Source["uses"] =>
  (attribute) =>
    prefixes.some((prefix) => attribute.startsWith(prefix));

const attributePair = (input: string, output: string): Source => ({
  find: ({ attributes }) => ({ input: attributes.get(input), output: attributes.get(output) }),
  uses: oneOf(input, output),
});

const flattenedPair = (input: string, output: string): Source => ({
  find: ({ attributes }) => ({
    input: unflatten(withPrefix(attributes, input)),
    output: unflatten(withPrefix(attributes, output)),
  }),
  uses: startsWith(input, output),
});

const genAiEvents: Source = {
  find: ({ events }) => ({ input: inputMessages(events), output: choices(events) }),
  uses: () => false,
};

const genAiMessages: Source = {
  find: ({ attributes }) => ({
    input: withSystemInstructions(attributes),
    output: attributes.get(GenAi.OUTPUT_MESSAGES),
  }),
  uses: oneOf(GenAi.SYSTEM_INSTRUCTIONS, GenAi.INPUT_MESSAGES, GenAi.OUTPUT_MESSAGES),
};

/** In order; the first that gives an input or an output decides. */
const SOURCES: readonly Source[] = [
  attributePair(svc.OBSERVATION_INPUT, svc.OBSERVATION_OUTPUT),
  genAiEvents,
  flattenedPair(GenAi.PROMPT, GenAi.COMPLETION),
  flattenedPair(GenAi.LLM_INPUT_MESSAGES, GenAi.LLM_OUTPUT_MESSAGES),
  genAiMessages,
  attributePair(GenAi.TOOL_CALL_ARGUMENTS, GenAi.TOOL_CALL_RESULT),
];

/** The input and output of the observation that a span becomes. */
export function inputOutput(span: ReceivedSpan): InputOutput {
  for (const { find } of SOURCES) {
    const { input, output } = find(span);
    if (input !== undefined || output !== undefined) return { input: asText(input), output: asText(output) };
  }
  return { input: null, output: null };
}

/** True for attributes that hold input or output in any of the ways known here. */
export function isInputOutputAttribute(attribute: string): boolean {
  return SOURCES.some(({ uses }) => uses(attribute));
}

function asText(value: unknown): string | null {
  return value === undefined ? null : textOf(value);
}

const ROLE_BY_EVENT = new Map([
  ["gen_ai.system.message", "system"],
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
]);

const CHOICE_EVENT = "gen_ai.choice";

function inputMessages(events: ReceivedEvent[]): unknown {
  const messages: unknown[] = [];
  for (const { name, attributes } of events) {
    const role = ROLE_BY_EVENT.get(name);
    if (role !== undefined) messages.push({ role, ...plainObject(attributes) });
  }
  return messages.length > 0 ? messages : undefined;
}

function choices(events: ReceivedEvent[]): unknown {
  const found = events.filter(({ name }) => name === CHOICE_EVENT).map(({ attributes }) => plainObject(attributes));
  return found.length > 1 ? found : found[0];
}

// Event attributes cannot hold objects, so producers write those as JSON text; numbers and plain text stay as they are.
function plainObject(attributes: Attributes): Record<string, unknown> {
  const unpacked = [...attributes].map(([key, value]) => {
    const parsed = typeof value === "string" ? parseJson(value) : undefined;
    return [key, typeof parsed === "object" && parsed !== null ? parsed : value] as const;
  });
  return Object.fromEntries(unpacked);
}

function withSystemInstructions(attributes: Attributes): unknown {
  const instructions = firstJson(attributes, [GenAi.SYSTEM_INSTRUCTIONS]);
  const raw = attributes.get(GenAi.INPUT_MESSAGES);
  if (instructions === undefined) return raw;
  const messages = firstJson(attributes, [GenAi.INPUT_MESSAGES]) ?? [];
  return [systemMessage(instructions), ...(Array.isArray(messages) ? messages : [messages])];
}

function systemMessage(instructions: unknown): Record<string, unknown> {
  const isParts = Array.isArray(instructions) && instructions.every(isObject);
  return isParts ? { role: "system", parts: instructions } : { role: "system", content: instructions };
}
