import type { Span } from "@opentelemetry/api";
import { isFields, listOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import { inBandFailure, ownData, pick, type Answer, type Operation } from "@svc/instrumentation";
import { ANTHROPIC } from "../library.ts";
import { billedUsage } from "./billed-usage.ts";
import { MessageAccumulator } from "./message-accumulator.ts";
import { MESSAGE_PARAMETERS } from "./model-parameters.ts";
import { withFieldsOfPath } from "./request-path.ts";

/** Request fields that the input consists of. */
const INPUT_FIELDS = ["system", "messages", "tools", "tool_choice"] as const;

/** Fields of a server for the Model Context Protocol that are recorded. Others hold the token for the server. */
const SERVER_FIELDS = ["type", "name", "tool_configuration"] as const;

/** Fields of the usage that are not tokens of this message's model, and are recorded as metadata. */
const USAGE_METADATA = ["server_tool_use", "iterations", "inference_geo", "speed"] as const;

/** `messages.create` and `beta.messages.create`; also `parse`, `stream` and the tool runner, which call it. */
export const messages: Operation = {
  library: ANTHROPIC,
  name: "chat",
  type: "generation",
  // The clients for other platforms change the path.
  path: "",
  fieldsOf: withFieldsOfPath,
  headers: { betas: "anthropic-beta" },
  parameters: MESSAGE_PARAMETERS,
  input: messageInput,
  answer: messageAnswer,
  accumulator: () => new MessageAccumulator(messageAnswer),
  spanIn: (args) => spanOf(ownData(ownData(args[1], "__span"), "span")),
};

/** Returns the span that the stream helper made of the call before the call. */
function spanOf(value: unknown): Span | undefined {
  return isFields(value) && typeof value.isRecording === "function" ? (value as unknown as Span) : undefined;
}

function messageInput(body: Fields): Fields {
  const input = pick(body, INPUT_FIELDS);
  if (Array.isArray(body.mcp_servers)) {
    input.mcp_servers = listOf(body.mcp_servers).map((server) => (isFields(server) ? pick(server, SERVER_FIELDS) : {}));
  }
  return input;
}

/** Reads a message. The output is the message as it is sent back to the model: its role and its content. */
function messageAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const usage = isFields(data.usage) ? data.usage : undefined;
  const billed = usage && billedUsage(usage);
  const reason = textOf(data.stop_reason);
  const metadata = usage ? pick(usage, USAGE_METADATA) : {};
  if (isFields(data.container)) metadata.container_id = textOf(data.container.id);
  if (isFields(data.stop_details)) metadata.refusal_category = textOf(data.stop_details.category);
  return {
    output: Array.isArray(data.content) ? { role: data.role, content: data.content } : undefined,
    model: textOf(data.model),
    usage: readUsage(billed),
    responseId: textOf(data.id),
    finishReasons: reason === undefined ? [] : [reason],
    serviceTier: textOf(usage?.service_tier),
    metadata,
    failure: data.type === "error" ? inBandFailure(data.error) : undefined,
  };
}
