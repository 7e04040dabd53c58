import { fromBase64 } from "#platform/bytes";
import { readBase64Content } from "./base64-content.ts";

/** A base64 data URI in a text. */
export interface FoundDataUri {
  /** Position of its first character. */
  readonly start: number;
  /** Position behind its last character. */
  readonly end: number;
  /** Media type without parameters. */
  readonly contentType: string;
  /** Content without white space and escapes, in either alphabet, with or without padding. */
  readonly base64: string;
}

/** Text in every base64 data URI: a text without it holds none. The word before it may have capitals. */
export const DATA_URI_MARK = "64,";

const SCHEME = "data:";

/** Longest head of a data URI, up to its comma: a `data:` further away belongs to something else. */
const LONGEST_HEAD = 256;

/** Media type and parameters between `data:` and the mark. Inside of JSON the slash may be escaped. */
const HEAD = /^([\w.+-]+(?:\/|\\{1,3}\/)[\w.+-]+)?(?:; ?[\w.+-]+=[^;,]*)*; *base$/i;

/** Type of a data URI that names none, as the URL standard says. */
const NO_TYPE = "text/plain";

/**
 * Returns the first base64 data URI in a text at or behind a position, whatever surrounds it; undefined if there is none. A URI whose
 * end nobody can know is left out (see `readBase64Content`). Takes time in proportion to the length of the text.
 */
export function findDataUri(text: string, from = 0): FoundDataUri | undefined {
  for (let mark = text.indexOf(DATA_URI_MARK, from); mark >= 0; mark = text.indexOf(DATA_URI_MARK, mark + 1)) {
    const head = headBefore(text, mark, from);
    if (head === undefined) continue;
    const content = readBase64Content(text, head.start, mark + DATA_URI_MARK.length);
    if (content !== undefined) return { ...head, ...content };
  }
  return undefined;
}

/** Returns the content of a text that is one base64 data URI, in each form that the URL standard takes; undefined for any other text. */
export function parseDataUri(uri: string): { contentType: string; bytes: Uint8Array } | undefined {
  const text = uri.trim();
  const comma = text.indexOf(",");
  const mark = comma + 1 - DATA_URI_MARK.length;
  const head = text.startsWith(DATA_URI_MARK, mark) ? headBefore(text, mark, 0) : undefined;
  if (head?.start !== 0) return undefined;
  const content = text.slice(comma + 1).replaceAll(/%([\da-f]{2})/gi, (_all, code: string) => {
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  return { contentType: head.contentType, bytes: fromBase64(content) };
}

function headBefore(text: string, mark: number, from: number): Pick<FoundDataUri, "start" | "contentType"> | undefined {
  // Most texts with these characters have a list of numbers.
  if ((text.charCodeAt(mark - 1) | 0x20) !== 0x65) return undefined;
  const before = text.slice(Math.max(from, mark - LONGEST_HEAD), mark);
  const scheme = before.toLowerCase().lastIndexOf(SCHEME);
  const found = scheme < 0 ? null : HEAD.exec(before.slice(scheme + SCHEME.length));
  if (found === null) return undefined;
  return { start: mark - before.length + scheme, contentType: found[1]?.replaceAll("\\", "") ?? NO_TYPE };
}
