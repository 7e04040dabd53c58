import { countOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import type { Answer } from "../answer.ts";
import { type MessagePart, type RunMessage, readDataUri, textOfParts } from "../message.ts";
import { type Provider, ProviderFailure, errorText } from "./provider.ts";

/** Tokens of an answer when the run gives no limit: Anthropic asks for one. */
const MAX_TOKENS = 4_096;

export const anthropicMessages: Provider = {
  label: "Anthropic",
  address: "https://api.anthropic.com",
  addressPath: "/v1",
  keyVariables: ["ANTHROPIC_API_KEY"],
  addressVariable: "ANTHROPIC_BASE_URL",
  models: /^claude/,

  request({ model, messages, parameters = {}, tools = [], extra }, { key }) {
    const system = messages.filter(({ role }) => role === "system").map(({ parts }) => textOfParts(parts));
    const { temperature, topP, maxTokens = MAX_TOKENS } = parameters;
    return {
      path: "/v1/messages",
      headers: { "anthropic-version": "2023-06-01", ...(key !== undefined && { "x-api-key": key }) },
      body: {
        max_tokens: maxTokens,
        temperature,
        top_p: topP,
        ...(tools.length > 0 && { tools: tools.map(toolOf) }),
        ...(system.length > 0 && { system: system.join("\n\n") }),
        ...extra,
        model,
        messages: messages.filter(({ role }) => role !== "system").map(anthropicMessage),
        stream: true,
      },
    };
  },

  read(event, answer) {
    switch (event.type) {
      case "error":
        throw new ProviderFailure(errorText(event) ?? "an error without a message");
      case "message_start":
        if (isFields(event.message)) readFrame(event.message, event.message.usage, answer);
        break;
      case "message_delta":
        readFrame(event.delta, event.usage, answer);
        break;
      case "content_block_start":
        readBlock(event.content_block, countOf(event.index) ?? 0, answer);
        break;
      case "content_block_delta":
        readDelta(event.delta, countOf(event.index) ?? 0, answer);
        break;
      case "message":
        // A whole answer, from a gateway that does not stream.
        for (const [place, block] of listOf(event.content).entries()) readBlock(block, place, answer);
        readFrame(event, event.usage, answer);
        break;
      default:
    }
  },
};

function toolOf({
  name,
  description,
  parameters,
}: {
  name: string;
  description?: string;
  parameters?: object;
}): object {
  return { name, description, input_schema: parameters ?? { type: "object" } };
}

function anthropicMessage({ role, parts }: RunMessage): Fields {
  return { role: role === "assistant" ? "assistant" : "user", content: parts.map(blockOf) };
}

function blockOf(part: MessagePart): Fields {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "image": {
      const inline = readDataUri(part.source);
      const source = inline
        ? { type: "base64", media_type: inline.type, data: inline.data }
        : { type: "url", url: part.source };
      return { type: "image", source };
    }
    case "toolCall":
      return { type: "tool_use", id: part.id, name: part.name, input: part.arguments ?? {} };
    case "toolResult":
      break;
  }
  const content = typeof part.content === "string" ? part.content : JSON.stringify(part.content);
  return { type: "tool_result", tool_use_id: part.id, content };
}

function readBlock(block: unknown, place: number, answer: Answer): void {
  if (!isFields(block)) return;
  answer.add("text", block.text);
  answer.add("thinking", block.thinking);
  if (block.type !== "tool_use") return;
  const given = isFields(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : "";
  answer.addToolCall(place, { id: block.id, name: block.name, arguments: given });
}

function readDelta(delta: unknown, place: number, answer: Answer): void {
  if (!isFields(delta)) return;
  answer.add("text", delta.text);
  answer.add("thinking", delta.thinking);
  if (delta.type === "input_json_delta") answer.addToolCall(place, { arguments: delta.partial_json });
}

function readFrame(frame: unknown, usage: unknown, answer: Answer): void {
  if (isFields(frame)) {
    answer.model ??= textOf(frame.model);
    answer.finishReason = textOf(frame.stop_reason) ?? answer.finishReason;
  }
  answer.addUsage(usage);
}
