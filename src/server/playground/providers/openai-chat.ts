import { countOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { type MessagePart, type RunMessage, partsOf, textOfParts } from "../message.ts";
import { type Provider, ProviderFailure, errorText } from "./provider.ts";

/** Chat completions of OpenAI, which many other services and programs speak too. */
export const openaiChat: Provider = {
  label: "OpenAI",
  address: "https://api.openai.com/v1",
  addressPath: "",
  keyVariables: ["OPENAI_API_KEY"],
  addressVariable: "OPENAI_BASE_URL",
  // Others answer only at other paths.
  models: /^(?!.*-(?:audio|codex|deep-research|image|pro|realtime|transcribe|tts)(?:-|$))(?:gpt|chatgpt|o\d)/,

  request({ model, messages, parameters = {}, tools = [], extra }, { key, isOwnAddress }) {
    const { temperature, topP, maxTokens } = parameters;
    return {
      path: "/chat/completions",
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: {
        // Newer models of OpenAI refuse the older name, which is the only one that most others know.
        [isOwnAddress ? "max_completion_tokens" : "max_tokens"]: maxTokens,
        temperature,
        top_p: topP,
        ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
        stream_options: { include_usage: true },
        ...extra,
        model,
        messages: openaiMessages(messages),
        stream: true,
      },
    };
  },

  read(event, answer) {
    if (event.error !== undefined) throw new ProviderFailure(errorText(event) ?? "an error without a message");
    answer.model ??= textOf(event.model);
    answer.addUsage(event.usage);
    const [choice] = listOf(event.choices);
    if (!isFields(choice)) return;
    answer.finishReason = textOf(choice.finish_reason) ?? answer.finishReason;
    // A whole answer has a message where an event has a delta.
    const delta = isFields(choice.delta) ? choice.delta : choice.message;
    if (!isFields(delta)) return;
    answer.add("thinking", delta.reasoning_content ?? delta.reasoning);
    answer.add("text", delta.content);
    answer.add("text", delta.refusal);
    for (const [place, call] of listOf(delta.tool_calls).entries()) {
      if (!isFields(call) || !isFields(call.function)) continue;
      answer.addToolCall(countOf(call.index) ?? place, { id: call.id, ...call.function });
    }
  },
};

/** Returns messages in the form of OpenAI, in which runs are also stored. */
export function openaiMessages(messages: readonly RunMessage[]): Fields[] {
  return messages.flatMap(({ role, parts }) => {
    const results = partsOf(parts, "toolResult").map(({ id, content }) => ({
      role: "tool",
      tool_call_id: id,
      content: typeof content === "string" ? content : JSON.stringify(content),
    }));
    const calls = partsOf(parts, "toolCall").map(({ id, name, arguments: given }) => ({
      id,
      type: "function",
      function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) },
    }));
    const others = parts.filter(({ kind }) => kind === "text" || kind === "image");
    if (others.length === 0 && calls.length === 0 && results.length > 0) return results;
    const content = others.some(({ kind }) => kind === "image") ? others.map(contentPart) : textOfParts(others);
    return [...results, { role, content, ...(calls.length > 0 && { tool_calls: calls }) }];
  });
}

function contentPart(part: MessagePart): Fields {
  if (part.kind === "image") return { type: "image_url", image_url: { url: part.source } };
  return { type: "text", text: part.kind === "text" ? part.text : "" };
}
