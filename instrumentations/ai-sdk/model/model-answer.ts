import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { modelUsage } from "./model-usage.ts";

/** Answer of a model in the form in which version 7 reports it. */
export interface ModelAnswer {
  /** Fields of the event that ends a model call. */
  readonly event: Fields;
  readonly content: readonly unknown[];
}

/** Returns what a model has answered to versions 4 to 6 as a whole. */
export function modelAnswer(result: Fields, provider: unknown): ModelAnswer {
  const { usage, finishReason, providerMetadata } = result;
  const { id: responseId, modelId } = fieldsOf(result.response ?? result.responseData);
  return {
    event: {
      modelId,
      responseId,
      finishReason: finishReasonOf(finishReason),
      usage: modelUsage(usage, providerMetadata, provider),
      providerMetadata,
    },
    content: Array.isArray(result.content) ? result.content.map(answerPart) : partsOfVersion1(result),
  };
}

/** Returns the reason for which a model stopped. */
export function finishReasonOf(reason: unknown): string | undefined {
  return textOf(reason) ?? textOf(fieldsOf(reason).unified);
}

/** Returns a part of an answer: arguments of tools as data, and results of the provider's tools like those of other tools. */
export function answerPart(part: unknown): unknown {
  const { type, args, input, result, isError, mediaType, mimeType, data } = fieldsOf(part);
  if (type === "tool-call") return { ...fieldsOf(part), args: undefined, input: parsedJson(input ?? args) };
  if (type === "tool-result") {
    const { toolCallId, toolName } = fieldsOf(part);
    const outcome = isError === true ? { type: "tool-error", error: result } : { type, output: result };
    return { ...outcome, toolCallId, toolName, providerExecuted: true };
  }
  if (type === "file") return { type, file: { mediaType: mediaType ?? mimeType, base64: data } };
  return part;
}

/** Returns the value of a JSON text; any other value unchanged. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Returns the parts of an answer whose text, thoughts and tool calls stand beside each other, as in version 4. */
function partsOfVersion1({ text, reasoning, toolCalls, files, sources }: Fields): unknown[] {
  const thoughts =
    typeof reasoning === "string" ? [{ type: "text", text: reasoning }] : listOf(reasoning).filter(isFields);
  return [
    ...thoughts.map(({ text: thought }) => ({ type: "reasoning", text: thought })),
    ...(textOf(text) === undefined ? [] : [{ type: "text", text }]),
    ...listOf(toolCalls).map((call) => answerPart({ ...fieldsOf(call), type: "tool-call" })),
    ...listOf(files).map((file) => answerPart({ ...fieldsOf(file), type: "file" })),
    ...listOf(sources).map((source) => ({ type: "source", source })),
  ];
}
