import { mediaLabel, parsedContent, readMessages } from "@svc/core/internal/messages";

/** Returns an output as one text, to compare it with another one: texts, labels of media, and all else but thinking as JSON. */
export function outputText(output: unknown): string {
  const value = parsedContent(output);
  if (typeof value === "string") return value;
  const messages = readMessages(value, "assistant");
  if (messages === undefined) return JSON.stringify(value, null, 2) ?? "";
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind === "text") return [part.text];
      if (part.kind === "media") return [mediaLabel(part.source)];
      if (part.kind === "toolCall") return [`${part.name} ${JSON.stringify(part.arguments, null, 2)}`];
      return part.kind === "other" ? [JSON.stringify(part.value, null, 2)] : [];
    })
    .join("\n");
}
