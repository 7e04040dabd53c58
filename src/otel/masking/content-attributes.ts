import * as A from "@svc/core/internal/span-attributes";
import * as GenAi from "@svc/core/internal/gen-ai";

/** Encoding of an attribute's value: encoded metadata, or text, which may be JSON. */
export type ContentEncoding = "observation metadata" | "trace metadata" | "text";

/** Attributes of this SDK that carry content of users and models. */
const OWN: ReadonlyArray<readonly [name: string, encoding: ContentEncoding]> = [
  [A.OBSERVATION_INPUT, "text"],
  [A.OBSERVATION_OUTPUT, "text"],
  [A.OBSERVATION_STATUS_MESSAGE, "text"],
  [A.OBSERVATION_METADATA, "observation metadata"],
  [A.TRACE_INPUT, "text"],
  [A.TRACE_OUTPUT, "text"],
  [A.TRACE_METADATA, "trace metadata"],
  [A.EXPERIMENT_METADATA, "text"],
  [A.EXPERIMENT_ITEM_METADATA, "text"],
  [A.EXPERIMENT_ITEM_EXPECTED_OUTPUT, "text"],
];

/** Content attributes of the GenAI conventions. All of them hold text. */
const GEN_AI: readonly string[] = [
  GenAi.INPUT_MESSAGES,
  GenAi.OUTPUT_MESSAGES,
  GenAi.SYSTEM_INSTRUCTIONS,
  GenAi.PROMPT,
  GenAi.COMPLETION,
  GenAi.TOOL_DEFINITIONS,
  GenAi.TOOL_CALL_ARGUMENTS,
  GenAi.TOOL_CALL_RESULT,
  GenAi.RETRIEVAL_QUERY_TEXT,
  GenAi.RETRIEVAL_DOCUMENTS,
  GenAi.EVALUATION_EXPLANATION,
];

/** Content attributes of other instrumentations, by the beginning of their names. All of them hold text. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "llm.": ["prompts", "function_call"],
  "ai.": ["settings.system", "value", "values"],
  "flue.": [
    "turn.input",
    "turn.output",
    "tool.arguments",
    "tool.result",
    "task.prompt",
    "task.result",
    "operation.result",
    "workflow.payload",
    "workflow.result",
  ],
  "gcp.vertex.agent.": ["llm_request", "llm_response", "tool_call_args", "tool_response"],
  "genkit:": ["input", "output"],
  "lk.": [
    "input_text",
    "user_transcript",
    "chat_ctx",
    "response.text",
    "function_tool.arguments",
    "function_tool.output",
  ],
  "mlflow.": ["spanInputs", "spanOutputs"],
  "pydantic_ai.": ["all_messages"],
  "": [
    "input.value",
    "output.value",
    "input",
    "output",
    "prompt",
    "events",
    "error.message",
    "all_messages_events",
    "final_result",
    "tool_arguments",
    "tool_response",
    "tool.parameters",
    "reranker.query",
  ],
};

const EXACT: ReadonlyMap<string, ContentEncoding> = new Map([
  ...OWN,
  ...GEN_AI.map((name) => [name, "text"] as const),
  ...Object.entries(OTHERS).flatMap(([prefix, names]) => names.map((name) => [prefix + name, "text"] as const)),
]);

const PREFIXES: ReadonlyArray<readonly [prefix: string, encoding: ContentEncoding]> = [
  [`${A.OBSERVATION_METADATA}.`, "observation metadata"],
  [`${A.TRACE_METADATA}.`, "trace metadata"],
  ["ai.prompt", "text"],
  ["ai.response", "text"],
  ["ai.result", "text"],
  ["ai.telemetry.metadata.", "text"],
  ["ai.toolCall.args", "text"],
  ["ai.toolCall.result", "text"],
  ["embedding.embeddings.", "text"],
  ["llm.completions.", "text"],
  ["llm.input_messages.", "text"],
  ["llm.output_messages.", "text"],
  ["llm.prompt_template.", "text"],
  ["llm.tools.", "text"],
  ["reranker.input_documents.", "text"],
  ["reranker.output_documents.", "text"],
  ["retrieval.documents.", "text"],
  ["traceloop.entity.", "text"],
];

/**
 * Beginnings of the attributes of single messages, such as `gen_ai.prompt.0.content`. A digit follows: the attributes for the
 * name and the version of a prompt begin alike and are not content.
 */
const NUMBERED_MESSAGES = [GenAi.PROMPT_PREFIX, GenAi.COMPLETION_PREFIX];

/** Patterns of attributes among the content ones that hold names, times, numbers or vectors. */
const NO_CONTENT = [
  /^ai\.response\.(?:id|model|timestamp|finishReason|msTo\w+|avg\w+)$/,
  /^ai\.telemetry\.metadata\.(?:userId|sessionId|tags|svcPrompt)$/,
  /^embedding\.embeddings\.\d+\.embedding\.vector$/,
  /^traceloop\.entity\.(?:name|path|version)$/,
];

const MAX_REMEMBERED = 2_000;
const remembered = new Map<string, ContentEncoding | undefined>();

/** Returns the encoding of a content attribute; undefined for an attribute without content. */
export function contentEncodingOf(attribute: string): ContentEncoding | undefined {
  if (remembered.has(attribute)) return remembered.get(attribute);
  const encoding = NO_CONTENT.some((pattern) => pattern.test(attribute)) ? undefined : encodingByName(attribute);
  if (remembered.size < MAX_REMEMBERED) remembered.set(attribute, encoding);
  return encoding;
}

/** Returns true when the texts of a span event are content: messages of the GenAI conventions, and exceptions. */
export function isContentEvent(name: string): boolean {
  return name.startsWith(GenAi.PREFIX) || name === "exception";
}

function encodingByName(attribute: string): ContentEncoding | undefined {
  return (
    EXACT.get(attribute) ??
    PREFIXES.find(([prefix]) => attribute.startsWith(prefix))?.[1] ??
    (isNumberedMessage(attribute) ? "text" : undefined)
  );
}

function isNumberedMessage(attribute: string): boolean {
  return NUMBERED_MESSAGES.some((prefix) => attribute.startsWith(prefix) && /^\d/.test(attribute.slice(prefix.length)));
}
