import { mediaLabel, mediaTypeOf, splitMedia, type Message, type Part } from "@svc/core/internal/messages";
import { LONGEST_BLOB } from "@svc/core/internal";

/** Roles of the conventions. */
const ROLES: ReadonlySet<string> = new Set(["system", "developer", "user", "assistant", "tool"]);

/** Roles of the conventions by those of providers and frameworks. */
const OTHER_ROLES: Readonly<Record<string, string>> = {
  ai: "assistant",
  function: "tool",
  human: "user",
  model: "assistant",
};

/** Longest text of one part, in characters. */
const LONGEST_TEXT = 100_000;

/** Most characters of all messages of one attribute. The last messages are kept. */
const LONGEST_CONTENT = 1_000_000;

/** Message in the form of the conventions, for `gen_ai.input.messages` and `gen_ai.output.messages`. */
export interface ConventionalMessage {
  readonly role: string;
  readonly parts: readonly ConventionalPart[];
  /** Reason of an output's end. The conventions deprecate it; Phoenix shows no answer without it. */
  readonly finish_reason?: string;
}

/** Part of a message, with a `type` of the conventions. */
export type ConventionalPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** Returns a message in the form of the conventions. */
export function conventionalMessage({ role, parts }: Message): ConventionalMessage {
  return { role: roleOf(role, parts), parts: parts.flatMap(conventionalParts) };
}

/** Returns the role in the words of the conventions. A result of a tool may have the name of the tool as its role. */
function roleOf(role: string, parts: readonly Part[]): string {
  if (ROLES.has(role)) return role;
  return OTHER_ROLES[role] ?? (parts.some(({ kind }) => kind === "toolResult") ? "tool" : "user");
}

/** Returns the parts of instructions: texts only, as the conventions ask. */
export function instructionParts(messages: readonly Message[]): readonly ConventionalPart[] {
  return messages.flatMap(({ parts }) => parts.map((part) => ofText(part.kind === "text" ? part.text : textOf(part))));
}

/** Returns the JSON of messages. Earlier messages of a very long conversation are counted in place of their content. */
export function messagesJson(messages: readonly ConventionalMessage[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const message of messages.toReversed()) {
    const json = JSON.stringify(message);
    length += json.length;
    if (length > LONGEST_CONTENT && kept.length > 0) break;
    kept.unshift(json);
  }
  const left = messages.length - kept.length;
  if (left > 0)
    kept.unshift(JSON.stringify({ role: "system", parts: [ofText(`[${left} earlier messages left out]`)] }));
  return `[${kept.join(",")}]`;
}

function conventionalParts(part: Part): readonly ConventionalPart[] {
  switch (part.kind) {
    case "text":
      return ofWords(part.text);
    case "thinking":
      return [{ type: "reasoning", content: shortened(part.text) }];
    case "media":
      return [ofMedia(part.source)];
    case "toolCall":
      return [{ type: "tool_call", id: part.id, name: part.name, arguments: part.arguments }];
    case "toolResult":
      return [{ type: "tool_call_response", id: part.id, response: part.content ?? null }];
    case "other":
      break;
  }
  return ofWords(textOf(part));
}

/** Returns the parts of a text: its words, and the media that stand among them. */
function ofWords(text: string): readonly ConventionalPart[] {
  return splitMedia(text).map((piece) => (piece.kind === "media" ? ofMedia(piece.text) : ofText(piece.text)));
}

function ofText(text: string): ConventionalPart {
  return { type: "text", content: shortened(text) };
}

/** Returns media as content or as an address. A reference of stored media, which only the service resolves, becomes its label. */
function ofMedia(source: string): ConventionalPart {
  const type = mediaTypeOf(source);
  const comma = source.indexOf(",");
  if (source.startsWith("data:") && type !== undefined && source.length - comma <= LONGEST_BLOB)
    return { type: "blob", modality: modalityOf(type), mime_type: type, content: source.slice(comma + 1) };
  if (source.startsWith("data:") || source.startsWith("@@@")) return ofText(mediaLabel(source));
  return { type: "uri", modality: modalityOf(type), uri: source };
}

function modalityOf(type = "image/*"): string {
  const [modality = ""] = type.split("/");
  return ["image", "audio", "video"].includes(modality) ? modality : "document";
}

function textOf(part: Part): string {
  return part.kind === "other" ? (JSON.stringify(part.value) ?? "") : JSON.stringify(part);
}

function shortened(text: string): string {
  const left = text.length - LONGEST_TEXT;
  return left > 0 ? `${text.slice(0, LONGEST_TEXT)}… [${left} characters left out]` : text;
}
