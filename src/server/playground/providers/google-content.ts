import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import type { Answer } from "../answer.ts";
import { type MessagePart, type RunMessage, partsOf, readDataUri, textOfParts } from "../message.ts";
import { type Provider, ProviderFailure, errorText } from "./provider.ts";

/** `generateContent` of the Gemini API. */
export const googleContent: Provider = {
  label: "Google AI Studio",
  address: "https://generativelanguage.googleapis.com",
  addressPath: "/v1beta",
  keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  addressVariable: "GOOGLE_GEMINI_BASE_URL",
  // Others answer with sound or pictures, or over a socket.
  models:
    /^(?!.*-(?:computer-use|embedding|image|live|nano-banana|native-audio|robotics|transcribe|translate|tts)(?:-|$))gemini/,

  request({ model, messages, parameters = {}, tools = [], extra }, { key }) {
    const system = messages.filter(({ role }) => role === "system").map(({ parts }) => textOfParts(parts));
    const { temperature, topP, maxTokens } = parameters;
    const others = messages.filter(({ role }) => role !== "system");
    const names = new Map(
      others.flatMap(({ parts }) => partsOf(parts, "toolCall").map(({ id, name }) => [id, name] as const)),
    );
    if (/(^|\/)\.{1,2}(\/|$)/.test(model)) throw new ProviderFailure(`"${model}" cannot be the name of a model`);
    return {
      path: `/v1beta/models/${encodeURIComponent(model.replace(/^models\//, ""))}:streamGenerateContent?alt=sse`,
      headers: key === undefined ? {} : { "x-goog-api-key": key },
      body: {
        ...(system.length > 0 && { systemInstruction: { parts: [{ text: system.join("\n\n") }] } }),
        ...(tools.length > 0 && { tools: [{ functionDeclarations: tools }] }),
        ...extra,
        contents: others.map((message) => contentOf(message, names)),
        generationConfig: {
          temperature,
          topP,
          maxOutputTokens: maxTokens,
          ...(isFields(extra?.generationConfig) && extra.generationConfig),
        },
      },
    };
  },

  read(event, answer) {
    if (event.error !== undefined) throw new ProviderFailure(errorText(event) ?? "an error without a message");
    answer.model ??= textOf(event.modelVersion);
    answer.addUsage(event.usageMetadata);
    if (isFields(event.promptFeedback) && textOf(event.promptFeedback.blockReason) !== undefined) {
      throw new ProviderFailure(`the prompt is blocked: ${textOf(event.promptFeedback.blockReason)}`);
    }
    const [candidate] = listOf(event.candidates);
    if (!isFields(candidate)) return;
    answer.finishReason = textOf(candidate.finishReason) ?? answer.finishReason;
    for (const part of isFields(candidate.content) ? listOf(candidate.content.parts) : []) {
      if (!isFields(part)) continue;
      answer.add(part.thought === true ? "thinking" : "text", part.text);
      if (isFields(part.functionCall)) addCall(part.functionCall, answer);
    }
  },
};

function addCall({ id, name, args }: Fields, answer: Answer): void {
  const place = answer.toolCalls.length;
  // The Gemini API names the result of a call by the function.
  answer.addToolCall(place, { id: textOf(id) ?? textOf(name), name, arguments: JSON.stringify(args ?? {}) });
}

function contentOf({ role, parts }: RunMessage, names: ReadonlyMap<string, string>): Fields {
  return { role: role === "assistant" ? "model" : "user", parts: parts.map((part) => partOf(part, names)) };
}

function partOf(part: MessagePart, names: ReadonlyMap<string, string>): Fields {
  switch (part.kind) {
    case "text":
      return { text: part.text };
    case "image": {
      const inline = readDataUri(part.source);
      return inline
        ? { inlineData: { mimeType: inline.type, data: inline.data } }
        : { fileData: { fileUri: part.source } };
    }
    case "toolCall":
      return { functionCall: { name: part.name, args: part.arguments ?? {} } };
    case "toolResult":
      break;
  }
  const response = isFields(part.content) ? part.content : { result: part.content };
  return { functionResponse: { name: names.get(part.id) ?? part.id, response } };
}
