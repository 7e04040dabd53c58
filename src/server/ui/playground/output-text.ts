import { parsedContent } from "../conversation/parsed-content.ts";
import { readMessages } from "../conversation/read-messages.ts";

/** Returns an output as one text, to compare it with another one: texts, and calls of tools as JSON. */
export function outputText(output: unknown): string {
  const value = parsedContent(output);
  if (typeof value === "string") return value;
  const messages = readMessages(value, "assistant");
  if (messages === undefined) return JSON.stringify(value, null, 2) ?? "";
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind === "text") return [part.text];
      return part.kind === "toolCall" ? [`${part.name} ${JSON.stringify(part.arguments, null, 2)}`] : [];
    })
    .join("\n");
}
