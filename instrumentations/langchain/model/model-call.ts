import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { providerAttribute, textAttribute } from "@svc/instrumentation";
import type { RecordedAttributes } from "@svc/tracing/internal";
import { isMessage, recordedMessage } from "../message/messages.ts";

/** Parameters of a model call that are recorded when the call or the model sets them. */
const PARAMETERS: readonly string[] = [
  "temperature",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "top_p",
  "top_k",
  "frequency_penalty",
  "presence_penalty",
  "n",
  "stop",
  "seed",
  "reasoning",
  "reasoning_effort",
  "verbosity",
  "response_format",
  "parallel_tool_calls",
  "logprobs",
  "top_logprobs",
  "service_tier",
  "request_timeout",
];

/**
 * Reads a call from what LangChain reports: its messages or its prompt, its invocation parameters, and the metadata of its run.
 */
export function modelCall(input: unknown, extraParams: unknown, metadata: Fields): RecordedAttributes {
  const params = fieldsOf(fieldsOf(extraParams).invocation_params);
  const modelParameters: Record<string, unknown> = {};
  for (const name of PARAMETERS) {
    const value = params[name];
    if (value !== undefined && value !== null) modelParameters[name] = value;
  }
  const model = textOf(params.model) ?? textOf(params.model_name) ?? textOf(metadata.ls_model_name);
  return {
    ...(model !== undefined && { model }),
    modelParameters,
    input: withTools(input, params),
    conventions: { ...providerAttribute(metadata.ls_provider), ...textAttribute(GenAi.REQUEST_MODEL, model) },
  };
}

/** Returns the messages of a call in their recorded form. */
export function recordedMessages(messages: unknown): unknown[] {
  return listOf(messages).map((message) => (isMessage(message) ? recordedMessage(message) : message));
}

/** Returns the input alone, or together with the tools that the model was offered. */
function withTools(messages: unknown, { tools, tool_choice }: Fields): unknown {
  if (listOf(tools).length === 0 && (tool_choice === undefined || tool_choice === null)) return messages;
  return {
    messages,
    ...(listOf(tools).length > 0 && { tools }),
    ...(isFields(tool_choice) || textOf(tool_choice) ? { tool_choice } : {}),
  };
}
