import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { aiSdkContent, isAiSdkContent, isAiSdkSpan } from "../attributes/ai-sdk.ts";
import { ClaudeCode, Genkit, Llm, MLflow, Mastra, Others } from "../attributes/attribute-names.ts";
import { firstJson, firstValue, textAttribute, withPrefix } from "../attributes/attribute-reading.ts";
import { choices, contentEvents, inputMessages, listedEvents } from "./gen-ai-events.ts";
import { type SegmentNames, unflatten } from "../attributes/unflatten.ts";

/** Input and output, as far as a format has them. */
export interface Found {
  input?: unknown;
  output?: unknown;
  /** Instructions that stand apart from the input. */
  instructions?: unknown;
}

/** Format in which producers write input and output on a span. */
export interface Source {
  /** Returns input and output, each undefined when the span does not have it in this format. */
  find: (span: ReceivedSpan) => Found;
  /** Returns true for attributes of this format. The metadata does not repeat them. */
  uses: (attribute: string) => boolean;
  /** True for a format that stands in the events of a span. */
  isOfEvents?: true;
}

const none = (): boolean => false;

const oneOf = (...names: string[]): Source["uses"] => {
  const set = new Set(names);
  return (attribute) => set.has(attribute);
};

/** Creates a format with several attributes each for input and output. The first one present is used. */
const firstOf = (input: string[], output: string[]): Source => ({
  find: ({ attributes }) => ({ input: firstValue(attributes, input), output: firstValue(attributes, output) }),
  uses: oneOf(...input, ...output),
});

/** Creates a format with one attribute each for input and output. An empty value counts too. */
const pair = (input: string, output: string): Source => ({
  find: ({ attributes }) => ({ input: attributes.get(input), output: attributes.get(output) }),
  uses: oneOf(input, output),
});

/** Creates a format with attributes whose names are a beginning, an index and a path: `gen_ai.prompt.0.role`. */
const flattenedPair = (input: string, output: string, names?: SegmentNames): Source => ({
  find: ({ attributes }) => ({
    input: unflatten(indexed(attributes, input), names),
    output: unflatten(indexed(attributes, output), names),
  }),
  uses: (attribute) => isIndexed(attribute, input) || isIndexed(attribute, output),
});

function indexed(attributes: Attributes, prefix: string): Attributes {
  const found = withPrefix(attributes, prefix);
  for (const path of found.keys()) if (!startsWithDigit(path, 0)) found.delete(path);
  return found;
}

function isIndexed(attribute: string, prefix: string): boolean {
  return attribute.startsWith(prefix) && startsWithDigit(attribute, prefix.length);
}

function startsWithDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const inScope = (scope: string, source: Source): Source => ({
  find: (span) => (span.scope.name === scope ? source.find(span) : {}),
  uses: source.uses,
});

const ofEvents = (find: Source["find"]): Source => ({ find, uses: none, isOfEvents: true });

const genkit: Source = {
  find: ({ attributes }) => {
    const [input, output] = [firstJson(attributes, [Genkit.INPUT]), firstJson(attributes, [Genkit.OUTPUT])];
    return { input: fieldOr(input, "messages"), output: fieldOr(output, "message") };
  },
  uses: oneOf(Genkit.INPUT, Genkit.OUTPUT),
};

const aiSdk: Source = {
  find: (span) => (isAiSdkSpan(span) ? aiSdkContent(span.attributes) : {}),
  uses: isAiSdkContent,
};

const VERTEX = "gcp.vertex.agent.";
const vertex: Source = {
  find: ({ attributes }) => ({
    input: firstFilled(attributes, [`${VERTEX}llm_request`, `${VERTEX}tool_call_args`]),
    output: firstFilled(attributes, [`${VERTEX}llm_response`, `${VERTEX}tool_response`]),
  }),
  uses: oneOf(...["llm_request", "tool_call_args", "llm_response", "tool_response"].map((name) => VERTEX + name)),
};

/** Events with the details of a call. Some producers spread them over several events of one span. */
const operationDetails = ofEvents((span) => {
  const details = span.events.filter(({ name }) => name === GenAi.OPERATION_DETAILS_EVENT);
  if (details.length === 0) return {};
  const attributes: Attributes = new Map();
  for (const event of details) for (const [name, value] of event.attributes) attributes.set(name, value);
  const [messages, tool] = [genAiMessages, toolCall].map(({ find }) => find({ ...span, attributes }));
  return {
    input: messages?.input ?? tool?.input,
    output: messages?.output ?? tool?.output,
    instructions: firstJson(attributes, [GenAi.SYSTEM_INSTRUCTIONS]),
  };
});

const EVENTS = "events";
const eventList: Source = {
  find: ({ attributes }) => listedEvents(firstJson(attributes, [EVENTS])),
  uses: oneOf(EVENTS),
};

/** Parts of a model call that some producers write as single attributes, beside messages that lack them. */
const flattenedCall = flattenedPair(GenAi.PROMPT_PREFIX, GenAi.COMPLETION_PREFIX);

const genAiMessages: Source = {
  find: (span) => {
    const output = span.attributes.get(GenAi.OUTPUT_MESSAGES);
    return {
      input: span.attributes.get(GenAi.INPUT_MESSAGES),
      output: output === undefined ? undefined : withFlattenedCall(output, flattenedCall.find(span).output),
    };
  },
  uses: oneOf(GenAi.INPUT_MESSAGES, GenAi.OUTPUT_MESSAGES),
};

const toolCall = pair(GenAi.TOOL_CALL_ARGUMENTS, GenAi.TOOL_CALL_RESULT);

/** Attributes that each Mastra span names after its type, such as `mastra.agent_run.input`. */
const mastra: Source = {
  find: ({ attributes }) => {
    const type = textAttribute(attributes, Mastra.TYPE);
    if (type === undefined) return {};
    const own = `${Mastra.PREFIX}${type}.`;
    return { input: attributes.get(`${own}input`), output: attributes.get(`${own}output`) };
  },
  uses: (attribute) =>
    attribute.startsWith(Mastra.PREFIX) &&
    (attribute.endsWith(".input") || attribute.endsWith(".output")) &&
    attribute.split(".").length === 3,
};

const EMBEDDINGS = "embedding.embeddings.";

/** Texts of OpenInference's embeddings. Their vectors are beside them, and are left out. */
const embeddedTexts: Source = {
  find: ({ attributes }) => {
    const texts = [...indexed(attributes, EMBEDDINGS)]
      .filter(([path]) => path.endsWith(".text"))
      .map(([, text]) => text);
    return { input: texts.length > 1 ? texts : texts[0] };
  },
  uses: (attribute) => isIndexed(attribute, EMBEDDINGS),
};

/** Names in OpenInference's attributes: objects around single objects, and the list that is the content of a message. */
const OPENINFERENCE: SegmentNames = {
  message: null,
  tool_call: null,
  message_content: null,
  document: null,
  contents: "content",
};

/** Formats in order of precedence. Of two that stand on one span, the richer one is first: messages before their rendering. */
export const INPUT_OUTPUT_SOURCES: readonly Source[] = [
  pair(svc.OBSERVATION_INPUT, svc.OBSERVATION_OUTPUT),
  inScope(Genkit.SCOPE, genkit),
  aiSdk,
  inScope(
    Others.FLUE_SCOPE,
    firstOf(
      ["flue.turn.input", "flue.tool.arguments", "flue.task.prompt", "flue.workflow.payload"],
      ["flue.turn.output", "flue.tool.result", "flue.task.result", "flue.operation.result", "flue.workflow.result"],
    ),
  ),
  inScope(ClaudeCode.SCOPE, firstOf([ClaudeCode.USER_PROMPT], [])),
  operationDetails,
  ofEvents(({ events }) => ({ input: inputMessages(events), output: choices(events) })),
  ofEvents(({ events }) => contentEvents(events)),
  vertex,
  inScope(Others.PYDANTIC_SCOPE, pair("pydantic_ai.all_messages", "final_result")),
  inScope(Others.PYDANTIC_SCOPE, pair("tool_arguments", "tool_response")),
  genAiMessages,
  flattenedPair(Llm.INPUT_MESSAGES, Llm.OUTPUT_MESSAGES, OPENINFERENCE),
  flattenedCall,
  pair(GenAi.PROMPT, GenAi.COMPLETION),
  firstOf(["prompt"], ["all_messages_events"]),
  firstOf(
    [
      "lk.input_text",
      "lk.user_transcript",
      "lk.pii.user_transcript",
      "lk.pii.user_input",
      "lk.user_input",
      "lk.chat_ctx",
      "lk.pii.chat_ctx",
      "lk.pii.function_tool.arguments",
    ],
    ["lk.function_tool.output", "lk.pii.function_tool.output", "lk.response.text", "lk.pii.response.text"],
  ),
  eventList,
  pair(MLflow.INPUT, MLflow.OUTPUT),
  mastra,
  firstOf(
    [
      "haystack.component.input",
      "haystack.pipeline.input_data",
      "haystack.agent.input",
      "haystack.agent.step.llm.input",
      "haystack.agent.step.tool.input",
    ],
    [
      "haystack.component.output",
      "haystack.pipeline.output_data",
      "haystack.agent.output",
      "haystack.agent.step.llm.output",
      "haystack.agent.step.tool.output",
    ],
  ),
  firstOf(["traceloop.entity.input", "gen_ai.task.input"], ["traceloop.entity.output", "gen_ai.task.output"]),
  pair("input.value", "output.value"),
  firstOf(["input", "inputs"], ["output"]),
  toolCall,
  firstOf([GenAi.RETRIEVAL_QUERY_TEXT, "reranker.query"], [GenAi.RETRIEVAL_DOCUMENTS]),
  flattenedPair("reranker.input_documents.", "reranker.output_documents.", OPENINFERENCE),
  flattenedPair("retrieval.queries.", "retrieval.documents.", OPENINFERENCE),
  embeddedTexts,
];

function fieldOr(value: unknown, field: string): unknown {
  return isObject(value) && value[field] !== undefined ? value[field] : value;
}

/** Returns the first value that is not empty. Some producers write an empty object when they have no value. */
function firstFilled(attributes: Attributes, names: string[]): unknown {
  return names
    .map((name) => attributes.get(name))
    .find((value) => value !== undefined && value !== "" && value !== "{}");
}

/** Returns the messages of an answer and the calls that stand beside them. Messages without parts are left out. */
function withFlattenedCall(messages: unknown, calls: unknown): unknown {
  if (calls === undefined) return messages;
  const list = typeof messages === "string" ? parseJson(messages) : messages;
  if (!Array.isArray(list)) return messages;
  const filled = list.filter((message) => !isObject(message) || !isEmptyList(message["parts"]));
  return [...filled, ...(Array.isArray(calls) ? calls : [calls])];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
