import { SvcOtelSpanAttributes as A } from "@svc/core";

/** How the text of an attribute holds its value. */
export type ContentEncoding = "observation metadata" | "trace metadata" | "text or JSON";

/** Attributes that carry what users and models said, of this SDK and of the instrumentations whose spans are sent too. */
const EXACT: ReadonlyMap<string, ContentEncoding> = new Map([
  [A.OBSERVATION_INPUT, "text or JSON"],
  [A.OBSERVATION_OUTPUT, "text or JSON"],
  [A.OBSERVATION_STATUS_MESSAGE, "text or JSON"],
  [A.OBSERVATION_METADATA, "observation metadata"],
  [A.TRACE_METADATA, "trace metadata"],
  [A.TRACE_INPUT, "text or JSON"],
  [A.TRACE_OUTPUT, "text or JSON"],
  ["gen_ai.input.messages", "text or JSON"],
  ["gen_ai.output.messages", "text or JSON"],
  ["gen_ai.system_instructions", "text or JSON"],
  ["gen_ai.tool.definitions", "text or JSON"],
  ["gen_ai.tool.call.arguments", "text or JSON"],
  ["gen_ai.tool.call.result", "text or JSON"],
  ["gen_ai.prompt", "text or JSON"],
  ["gen_ai.completion", "text or JSON"],
  ["input.value", "text or JSON"],
  ["output.value", "text or JSON"],
]);

const PREFIXES: ReadonlyArray<readonly [prefix: string, encoding: ContentEncoding]> = [
  [`${A.OBSERVATION_METADATA}.`, "observation metadata"],
  [`${A.TRACE_METADATA}.`, "trace metadata"],
  ["ai.prompt", "text or JSON"],
  ["ai.response", "text or JSON"],
  ["ai.result", "text or JSON"],
  ["ai.toolCall.args", "text or JSON"],
  ["ai.toolCall.result", "text or JSON"],
  ["llm.input_messages.", "text or JSON"],
  ["llm.output_messages.", "text or JSON"],
  ["traceloop.entity.", "text or JSON"],
];

/** `gen_ai.prompt.0.content` and its like; `gen_ai.prompt.name` and `.version` name a prompt and are no content. */
const NUMBERED_MESSAGE = /^gen_ai\.(?:prompt|completion)\.\d/;

const MAX_REMEMBERED = 2_000;
const remembered = new Map<string, ContentEncoding | undefined>();

/** How a span attribute carries content; undefined when it carries none. */
export function contentEncodingOf(attribute: string): ContentEncoding | undefined {
  if (remembered.has(attribute)) return remembered.get(attribute);
  const encoding =
    EXACT.get(attribute) ??
    PREFIXES.find(([prefix]) => attribute.startsWith(prefix))?.[1] ??
    (NUMBERED_MESSAGE.test(attribute) ? "text or JSON" : undefined);
  if (remembered.size < MAX_REMEMBERED) remembered.set(attribute, encoding);
  return encoding;
}

/** Whether the texts of a span event are content: messages of the GenAI conventions, and what an exception says. */
export function isContentEvent(name: string): boolean {
  return name.startsWith("gen_ai.") || name === "exception";
}
