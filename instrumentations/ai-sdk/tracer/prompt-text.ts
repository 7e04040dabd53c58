import { fieldsOf, listOf, textOf, textsOf, type Fields } from "@svc/core/internal";
import { recordedContent } from "../content/recorded-content.ts";
import { parsedJson } from "../model/model-answer.ts";

/** Part of a message that may hold media, in the JSON text of messages. */
const MEDIA = /"type":"(?:image|file|media|image-data|file-data)"/;

/**
 * Returns the messages of a model call, and the tools that the model was offered, from the attributes that the AI SDK writes. They
 * stay JSON text, which is what is sent, unless they hold media.
 */
export function promptOf(attributes: Fields): unknown {
  const messages = textOf(attributes["ai.prompt.messages"]);
  if (messages === undefined) return undefined;
  const tools = textsOf(attributes["ai.prompt.tools"]);
  const list = MEDIA.test(messages) ? recordedContent(parsedJson(messages)) : messages;
  if (tools.length === 0) return list;
  return typeof list === "string"
    ? `{"messages":${list},"tools":[${tools.join(",")}]}`
    : { messages: list, tools: tools.map(parsedJson) };
}

/** Returns true when the messages of a call hold media as bytes. */
export function holdsBytes(messages: unknown): boolean {
  return listOf(messages).some((message) =>
    listOf(fieldsOf(message).content).some((part) => {
      const { image, data } = fieldsOf(part);
      return isBytes(image) || isBytes(data);
    }),
  );
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}
