import { isFields, type Fields } from "../../values/fields.ts";
import { endOfBase64 } from "./bytes.ts";

/** Length from which a text is taken for the content of media, if it is base64. */
const LARGE = 64 * 1024;

/** Largest depth at which media are looked for. */
const MAX_DEPTH = 12;

/** Beginning of a data URI, without a character that JSON escapes. */
const DATA_URI = /^data:[\w.+/;=%-]{0,256},/i;

/**
 * Returns the JSON text of a value that holds large media as base64 text, in pieces: every second piece is such a text, without its
 * quotes. Returns undefined for any other value. `JSON.stringify` looks for characters to escape in every text. Base64 has none, and
 * the check that a text is base64 takes a fortieth of the time.
 */
export function jsonAroundMedia(value: unknown): string[] | undefined {
  if (!holdsMedia(value, MAX_DEPTH)) return undefined;
  const place = crypto.randomUUID();
  const found: string[] = [];
  const json = JSON.stringify(value, (_key, nested: unknown) => {
    if (typeof nested !== "string" || !isMedia(nested)) return nested;
    found.push(nested);
    return place;
  }) as string | undefined;
  return json?.split(place).flatMap((piece, index) => (index === 0 ? piece : [found[index - 1]!, piece]));
}

function isMedia(text: string): boolean {
  if (text.length < LARGE) return false;
  const start = DATA_URI.exec(text)?.[0].length ?? 0;
  return endOfBase64(text, start) === text.length;
}

function holdsMedia(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isMedia(value);
  if (!isFields(value) || depth === 0) return false;
  if (Array.isArray(value)) {
    for (const nested of value) if (holdsMedia(nested, depth - 1)) return true;
    return false;
  }
  if (typeof value["toJSON"] === "function") return isLargeMedia(value);
  for (const name in value) if (holdsMedia(value[name], depth - 1)) return true;
  return false;
}

/** Returns true for a large `SvcMedia` of any copy of this package. */
function isLargeMedia({ contentLength }: Fields): boolean {
  return typeof contentLength === "number" && contentLength >= LARGE;
}
