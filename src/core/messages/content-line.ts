import { isJsonObject } from "../values/exact-json.ts";
import { messageText } from "./conversation-text.ts";
import { contentFromStart, itemsAtEnd, readStart } from "./cut-content.ts";
import { mediaBeside, mediaTypeOf } from "./media-source.ts";
import type { Message } from "./message.ts";
import { readMessages } from "./read-messages.ts";

/** Most characters that are read for each one that is shown: white space becomes one space. */
const READ = 4;

/** Most levels of objects whose fields stand in a line. */
const DEPTH = 4;

/**
 * Returns what an input asks, in one line of at most `most` characters: the text of the first message of a user, or the texts of a
 * value that is no conversation. `start` may be the beginning of a longer content.
 */
export function questionLine(start: string, most: number): string {
  const messages = readStart(start, (value) => readMessages(value, "user"));
  const question = messages?.find((message) => message.role === "user" && isSpoken(message)) ?? messages?.at(-1);
  return inOneLine(messages === undefined ? valueText(contentFromStart(start), most) : textOf(question), most);
}

/**
 * Returns what an output answers, in one line of at most `most` characters: the last message, or the texts of a value that is no
 * conversation. `start` may be the beginning of a longer content, whose last characters are then `end`.
 */
export function answerLine(start: string, end: string | null, most: number): string {
  const messages = readStart(start, (value) => readMessages(value, "assistant"));
  if (messages === undefined) return inOneLine(valueText(contentFromStart(start), most), most);
  const last = end === null ? undefined : readMessages(itemsAtEnd(end), "assistant");
  const answer = [...messages, ...(last ?? [])].findLast(({ parts }) => parts.length > 0);
  return inOneLine(textOf(answer), most);
}

/** Media have no size here: they may be cut off. */
function textOf(message: Message | undefined): string {
  const parts = (message?.parts ?? []).map((part) =>
    part.kind === "media" ? mediaName(part.source) : messageText({ role: "", parts: [part] }),
  );
  return parts.join(" ");
}

function mediaName(source: string): string {
  return `[${mediaTypeOf(source) ?? "media"}]`;
}

/** Returns true for a message that is more than results of tools, which some providers give in messages of the user. */
function isSpoken({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind !== "toolResult");
}

/** Returns the texts of a value with the names of their fields. Ends when it is long enough. */
function valueText(value: unknown, most: number): string {
  const pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const walk = (inner: unknown, name: string, depth: number): void => {
    if (length > most * READ || inner == null || inner === "") return;
    const media = isJsonObject(inner) ? mediaBeside(inner) : undefined;
    if (media !== undefined) add(name + mediaName(media.source));
    else if (typeof inner === "string") add(name + messageText({ role: "", parts: [{ kind: "text", text: inner }] }));
    else if (!Array.isArray(inner) && !isJsonObject(inner)) add(name + JSON.stringify(inner));
    else if (depth === DEPTH) add(`${name}…`);
    else {
      for (const [key, each] of Object.entries(inner)) walk(each, Array.isArray(inner) ? "" : `${key}: `, depth + 1);
    }
  };
  walk(value, "", 0);
  return pieces.join(" · ");
}

function inOneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * READ)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…`.toWellFormed() : line;
}
