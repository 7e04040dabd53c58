import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { aiSdkContent, isAiSdkContent } from "../attributes/ai-sdk.ts";
import { AiSdk, ClaudeCode, Genkit, Others, Llm } from "../attributes/attribute-names.ts";
import { firstJson, firstValue, withPrefix } from "../attributes/attribute-reading.ts";
import { choices, contentEvents, inputMessages, listedEvents } from "./gen-ai-events.ts";
import { unflatten } from "../attributes/unflatten.ts";

interface Found {
  input?: unknown;
  output?: unknown;
}

/** Format in which producers write input and output on a span. */
interface Source {
  /** Returns input and output; both are undefined when the span does not use this format. */
  find: (span: ReceivedSpan) => Found;
  /** Returns true for attributes of this format. The metadata does not repeat them. */
  uses: (attribute: string) => boolean;
}

/** Format that uses attributes alone, on a span or on an event. */
interface AttributeSource extends Source {
  find: (written: Pick<ReceivedSpan, "attributes">) => Found;
}

const none = (): boolean => false;

const oneOf = (...names: string[]): Source["uses"] => {
  const set = new Set(names);
  return (attribute) => set.has(attribute);
};

/** Creates a format with several attributes each for input and output. The first one present is used. */
const firstOf = (input: string[], output: string[]): AttributeSource => ({
  find: ({ attributes }) => ({ input: firstValue(attributes, input), output: firstValue(attributes, output) }),
  uses: oneOf(...input, ...output),
});

/** Creates a format with one attribute each for input and output. An empty value counts too. */
const pair = (input: string, output: string): AttributeSource => ({
  find: ({ attributes }) => ({ input: attributes.get(input), output: attributes.get(output) }),
  uses: oneOf(input, output),
});

const flattenedPair = (input: string, output: string): AttributeSource => ({
  find: ({ attributes }) => ({
    input: unflatten(withPrefix(attributes, input)),
    output: unflatten(withPrefix(attributes, output)),
  }),
  uses: (attribute) => attribute.startsWith(input) || attribute.startsWith(output),
});

const inScope = (scope: string, source: Source): Source => ({
  find: (span) => (span.scope.name === scope ? source.find(span) : {}),
  uses: source.uses,
});

const genkit: Source = {
  find: ({ attributes }) => {
    const [input, output] = [firstJson(attributes, [Genkit.INPUT]), firstJson(attributes, [Genkit.OUTPUT])];
    return { input: fieldOr(input, "messages"), output: fieldOr(output, "message") };
  },
  uses: oneOf(Genkit.INPUT, Genkit.OUTPUT),
};

const aiSdk: Source = {
  find: ({ attributes }) => {
    const { input, output } = aiSdkContent(attributes);
    const messages = modelCall(attributes);
    return { input: input ?? messages.input, output: output ?? messages.output };
  },
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

const operationDetails: Source = {
  find: ({ events }) => {
    const details = events.find(({ name }) => name === GenAi.OPERATION_DETAILS_EVENT);
    return details ? modelCall(details.attributes) : {};
  },
  uses: none,
};

const messageEvents: Source = {
  find: ({ events }) => ({ input: inputMessages(events), output: choices(events) }),
  uses: none,
};

const EVENTS = "events";
const eventList: Source = {
  find: ({ attributes }) => listedEvents(firstJson(attributes, [EVENTS])),
  uses: oneOf(EVENTS),
};

const genAiMessages: AttributeSource = {
  find: ({ attributes }) => ({
    input: withSystemInstructions(attributes),
    output: attributes.get(GenAi.OUTPUT_MESSAGES),
  }),
  uses: oneOf(GenAi.SYSTEM_INSTRUCTIONS, GenAi.INPUT_MESSAGES, GenAi.OUTPUT_MESSAGES),
};

/** Attributes of OpenTelemetry's conventions for generative AI, in the editions of the conventions. */
const MODEL_CALL: readonly AttributeSource[] = [
  flattenedPair(GenAi.PROMPT_PREFIX, GenAi.COMPLETION_PREFIX),
  flattenedPair(Llm.INPUT_MESSAGES, Llm.OUTPUT_MESSAGES),
  genAiMessages,
  pair(GenAi.TOOL_CALL_ARGUMENTS, GenAi.TOOL_CALL_RESULT),
];

/** Formats in order of precedence. The first that gives an input or an output decides. */
export const INPUT_OUTPUT_SOURCES: readonly Source[] = [
  pair(svc.OBSERVATION_INPUT, svc.OBSERVATION_OUTPUT),
  inScope(Genkit.SCOPE, genkit),
  inScope(AiSdk.SCOPE, aiSdk),
  inScope(
    Others.FLUE_SCOPE,
    firstOf(
      ["flue.turn.input", "flue.tool.arguments", "flue.task.prompt", "flue.workflow.payload"],
      ["flue.turn.output", "flue.tool.result", "flue.task.result", "flue.operation.result", "flue.workflow.result"],
    ),
  ),
  inScope(ClaudeCode.SCOPE, firstOf([ClaudeCode.USER_PROMPT], [])),
  operationDetails,
  messageEvents,
  { find: ({ events }) => contentEvents(events), uses: none },
  vertex,
  firstOf(["prompt"], ["all_messages_events"]),
  firstOf(["lk.input_text", "lk.user_transcript", "lk.chat_ctx"], ["lk.function_tool.output", "lk.response.text"]),
  eventList,
  pair("mlflow.spanInputs", "mlflow.spanOutputs"),
  pair("traceloop.entity.input", "traceloop.entity.output"),
  pair("input.value", "output.value"),
  pair("input", "output"),
  inScope(Others.PYDANTIC_SCOPE, pair("pydantic_ai.all_messages", "final_result")),
  inScope(Others.PYDANTIC_SCOPE, pair("tool_arguments", "tool_response")),
  ...MODEL_CALL,
];

function modelCall(attributes: Attributes): Found {
  for (const { find } of MODEL_CALL) {
    const found = find({ attributes });
    if (found.input !== undefined || found.output !== undefined) return found;
  }
  return {};
}

function fieldOr(value: unknown, field: string): unknown {
  return isObject(value) && value[field] !== undefined ? value[field] : value;
}

/** Returns the first value that is not empty. Some producers write an empty object when they have no value. */
function firstFilled(attributes: Attributes, names: string[]): unknown {
  return names
    .map((name) => attributes.get(name))
    .find((value) => value !== undefined && value !== "" && value !== "{}");
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
