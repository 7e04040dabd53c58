import type { Attributes } from "@opentelemetry/api";
import { fieldsOf, isFields, listOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { onlyOrAll, providerAttribute, reasonsAttribute, responseEnding, textAttribute } from "@svc/instrumentation";
import type { RecordedAttributes } from "@svc/tracing/internal";

/** Data of a model call, as a `response` or a `generation` span reports it at its end. */
export interface ModelReport {
  readonly input: unknown;
  readonly output: unknown;
}

/** Field of a `response` span with the input, which the SDK leaves out of its own traces. */
const INPUT = "_input";

/** Field of a `response` span with the whole response, which the SDK leaves out of its own traces. */
export const RESPONSE = "_response";

/** Reads input and output from the data of a model call. Both are absent when the application keeps them out of its traces. */
export function reportOf(data: Fields): ModelReport {
  if (data.type === "response") {
    return { input: messagesOf(data[INPUT]), output: onlyOrAll(listOf(fieldsOf(data[RESPONSE]).output)) };
  }
  return { input: messagesOf(data.input), output: answerOf(listOf(data.output)) };
}

/** Types of the parts of an answer that ask for a tool, which may need an approval. */
const REQUESTS: ReadonlySet<unknown> = new Set([
  "function_call",
  "computer_call",
  "shell_call",
  "apply_patch_call",
  "mcp_approval_request",
]);

/** Returns the number of tools that an answer asks for. */
export function requestedTools(output: unknown): number {
  const parts = Array.isArray(output) ? (output as unknown[]) : [output];
  return parts.reduce<number>((count, part) => {
    const { type, tool_calls: calls } = fieldsOf(part);
    return count + (REQUESTS.has(type) ? 1 : 0) + listOf(calls).length;
  }, 0);
}

/** Returns the asked model of a call. The adapter for models of the AI SDK puts the provider before it. */
export function askedModel({ model, model_config: config }: Fields): string | undefined {
  const { model_impl: adapter, provider } = fieldsOf(config);
  const name = textOf(model);
  const prefix = `${textOf(provider)}:`;
  return adapter === "ai-sdk" && name?.startsWith(prefix) === true ? name.slice(prefix.length) : name;
}

/** Returns what a model call's data say beside input and output. */
export function describeModel(data: Fields): RecordedAttributes {
  const response = fieldsOf(data[RESPONSE]);
  const model = textOf(response.model) ?? askedModel(data);
  const usage = readUsage(data.usage ?? response.usage) ?? readUsage(fieldsOf(listOf(data.output)[0]).usage);
  const id = textOf(data.response_id) ?? textOf(response.id);
  return {
    ...(model !== undefined && { model }),
    ...(isFields(data.model_config) && { modelParameters: parametersOf(data.model_config) }),
    ...(usage !== undefined && { usageDetails: usage.kinds }),
    ...(id !== undefined && { metadata: { response_id: id } }),
    conventions: { ...requestAttributes(data), ...answerAttributes(data, id) },
  };
}

/** Returns the provider and the asked model of a call, for the GenAI conventions. A model of the AI SDK tells its provider. */
export function requestAttributes(data: Fields): Attributes {
  const model = askedModel(data) ?? textOf(fieldsOf(data[RESPONSE]).model);
  const { model_impl: adapter, provider } = fieldsOf(data.model_config);
  return {
    ...providerAttribute(adapter === "ai-sdk" ? provider : "openai"),
    ...textAttribute(GenAi.REQUEST_MODEL, model),
  };
}

function answerAttributes(data: Fields, id: string | undefined): Attributes {
  const { model, status, incomplete_details: incomplete, output } = fieldsOf(data[RESPONSE]);
  const [answer] = listOf(data.output);
  const stated = listOf(fieldsOf(answer).choices).map((choice) => fieldsOf(choice).finish_reason);
  const reasons =
    stated.length > 0 ? stated : responseEnding(status, textOf(fieldsOf(incomplete).reason), listOf(output));
  return {
    ...textAttribute(GenAi.RESPONSE_MODEL, model ?? fieldsOf(answer).model),
    ...textAttribute(GenAi.RESPONSE_ID, id),
    ...reasonsAttribute(...reasons),
  };
}

/** Returns an answer as the text that it consists of; the answer itself when it consists of more. */
export function textOfAnswer(output: unknown): unknown {
  const message = Array.isArray(output) ? output.findLast((item) => fieldsOf(item).role === "assistant") : output;
  const { content } = fieldsOf(message);
  const texts = listOf(content).map((part) => textOf(fieldsOf(part).text));
  if (typeof content === "string") return content;
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join("") : output;
}

/** Returns the messages; the text alone of a single message of the user. */
export function messagesOf(input: unknown): unknown {
  const [first, ...others] = listOf(input);
  const { role, content } = fieldsOf(first);
  return others.length === 0 && role === "user" && typeof content === "string" ? content : input;
}

/** Returns the answers of a chat completion as messages; other answers as they are. */
function answerOf(outputs: readonly unknown[]): unknown {
  const messages = outputs.flatMap((output) => {
    const choices = listOf(fieldsOf(output).choices);
    return choices.length > 0 ? choices.map((choice) => fieldsOf(choice).message) : [output];
  });
  return onlyOrAll(messages);
}

function parametersOf(config: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== null));
}
