import { joinResults } from "./join-results.ts";
import { mediaBeside, mediaTypeOf, splitMedia } from "./media-source.ts";
import type { Message, Part, ToolResult } from "./message.ts";
import { isJsonObject } from "../values/exact-json.ts";
import type { Fields } from "../values/fields.ts";
import { parsedContent } from "./parsed-content.ts";
import { readMessages } from "./read-messages.ts";
import { readResult } from "./read-parts.ts";

/** Most characters of an address that stands in place of media. */
const LONGEST_ADDRESS = 300;

/** Characters of the words that count earlier messages. */
const COUNTED = 12;

/** Returns the words that stand in place of media: the type and id of stored media, the type and size of a data URI, or the address. */
export function mediaLabel(source: string): string {
  const type = mediaTypeOf(source);
  if (type === undefined) return `[${source.slice(0, LONGEST_ADDRESS)}]`;
  const id = /\|id=([^|@]+)\|/.exec(source.slice(0, LONGEST_ADDRESS))?.[1];
  if (source.startsWith("@@@") && id !== undefined) return `[${type}, media ${id}]`;
  const bytes = Math.floor((source.length - source.indexOf(",") - 1) * 0.75);
  return `[${type}, ${bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KiB`}]`;
}

/**
 * Returns an input or output as text, one entry for each message: its role, its texts, and its calls of tools with their results.
 * A value that is no conversation is one entry: a text as it is, the result of a tool as its texts, and anything else as JSON. Labels
 * stand in place of media.
 */
export function conversationLines(content: unknown, role: string): string[] {
  const value = parsedContent(content);
  if (value == null) return [];
  const messages = readMessages(value, role);
  if (messages === undefined) return [typeof value === "string" ? withLabels(value) : resultText(value)];
  const results = joinResults(messages);
  const joined = new Set(results.values());
  return messages.flatMap((message) => {
    const parts = message.parts.filter((part) => part.kind !== "toolResult" || !joined.has(part));
    if (parts.length === 0 && message.parts.length > 0) return [];
    return [`${message.role}: ${parts.map((part) => textOf(part, results)).join("\n") || "empty"}`];
  });
}

/**
 * Returns an input or output as text of at most about `most` characters. Earlier messages of a longer conversation are counted in
 * place of their text: the last ones say what a model was asked. A single answer of a model has no role before it.
 */
export function conversationText(content: unknown, role: "user" | "assistant", most: number): string {
  const lines = conversationLines(content, role);
  if (lines.length === 1 && role === "assistant") return lines[0]!.replace(/^assistant: /, "");
  let first = lines.length - 1;
  for (let length = COUNTED + (lines[first]?.length ?? 0); first > 0; first--) {
    length += lines[first - 1]!.length + 1;
    if (length > most) break;
  }
  const shown = lines.slice(Math.max(0, first)).join("\n");
  return first > 0 ? `[${first} earlier] ${shown}` : shown;
}

/** Returns a message as text, without its role. */
export function messageText({ parts }: Message): string {
  return parts.map((part) => textOf(part, new Map())).join("\n");
}

function textOf(part: Part, results: ReadonlyMap<Part, ToolResult>): string {
  switch (part.kind) {
    case "text":
      return withLabels(part.text);
    case "thinking":
      return `(thinking: ${part.text})`;
    case "media":
      return mediaLabel(part.source);
    case "toolCall": {
      const result = results.get(part);
      const call = `calls ${part.name} ${jsonText(part.arguments)}`;
      return result === undefined ? call : `${call} → ${resultText(result.content)}`;
    }
    case "toolResult":
      return resultText(part.content);
    case "other":
      break;
  }
  return jsonText(part.value);
}

function resultText(content: unknown): string {
  return readResult(content)
    .map((part) => textOf(part, new Map()))
    .join("\n");
}

/** Returns JSON with labels in place of media. */
function jsonText(value: unknown): string {
  if (typeof value === "string") return withLabels(value);
  const text = JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === "string") return withLabels(inner);
    const media = isJsonObject(inner) ? mediaBeside(inner) : undefined;
    return media === undefined ? inner : { ...(inner as Fields), [media.name]: mediaLabel(media.source) };
  });
  return text ?? "";
}

function withLabels(text: string): string {
  return splitMedia(text)
    .map((piece) => (piece.kind === "media" ? mediaLabel(piece.text) : piece.text))
    .join("");
}
