import { isFields, SERIALIZATION_FAILED, serializeValue, type Fields } from "@svc/core";
import { endOfString, JsonText } from "./json-text.ts";
import { MEDIA_FIELDS, mediaOf, type FoundMedia } from "./media-fields.ts";

/** Takes media out of a value, and gives the text that stands in its place. */
export type TakeMedia = (media: FoundMedia) => string;

/** Objects inside each other beyond this are not searched for media: it stays where it is. */
const MAX_DEPTH = 64;

/**
 * The text of an input or an output, with its media taken out on the way: the large texts are neither serialised nor
 * copied. A value without media, which is nearly every one, is only looked through.
 */
export function contentText(value: unknown, take: TakeMedia): string | undefined {
  if (typeof value === "string") {
    const media = mediaOf(value, "", {});
    return media === undefined ? value : take(media);
  }
  if (value instanceof JsonText) return withoutMedia(value.text, take);
  if (isFields(value) && !Array.isArray(value) && Object.values(value).some((field) => field instanceof JsonText)) {
    const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${fieldText(field, take)}`);
    return `{${fields.join(",")}}`;
  }
  return new MediaSearch().isIn(value, MAX_DEPTH) ? jsonText(value, take) : serializeValue(value);
}

function fieldText(field: unknown, take: TakeMedia): string {
  return field instanceof JsonText ? withoutMedia(field.text, take) : (jsonText(field, take) ?? "null");
}

function jsonText(value: unknown, take: TakeMedia): string {
  try {
    return JSON.stringify(value, function replace(this: Fields, name: string, nested: unknown): unknown {
      if (typeof nested === "bigint") return nested.toString();
      const media = typeof nested === "string" ? mediaOf(nested, name, this) : undefined;
      return media === undefined ? nested : take(media);
    });
  } catch {
    return SERIALIZATION_FAILED;
  }
}

const DATA_URI = '"data:';

/** A JSON text without its media. Data URIs are cut out of the text; for others it is read. */
function withoutMedia(text: string, take: TakeMedia): string {
  const pieces: string[] = [];
  const found: FoundMedia[] = [];
  let from = 0;
  for (let start = text.indexOf(DATA_URI); start !== -1; start = text.indexOf(DATA_URI, start + 1)) {
    const end = endOfString(text, start);
    const uri = text.slice(start + 1, end - 1);
    // An escaped character, in the text or before it, and a name of a field: too rare to be told apart here.
    if (uri.includes("\\") || text[start - 1] === "\\" || text[end] === ":") return jsonText(JSON.parse(text), take);
    const media = mediaOf(uri, "", {});
    if (media === undefined) continue;
    pieces.push(text.slice(from, start));
    found.push(media);
    from = end;
    start = end - 1;
  }
  pieces.push(text.slice(from));
  // What is left is short: to look for a name in the media would take longer than all else.
  if (pieces.some(holdsMediaField)) return jsonText(JSON.parse(text), take);
  return pieces.reduce((kept, piece, place) => kept + JSON.stringify(take(found[place - 1]!)) + piece);
}

function holdsMediaField(json: string): boolean {
  for (const name of MEDIA_FIELDS) if (json.includes(name)) return true;
  return false;
}

/** Objects that are looked into before it is noted which were: a small value ends soon, even if it leads back to itself. */
const SMALL = 500;

/** Looks through one value for media. */
class MediaSearch {
  #looked = 0;
  #seen: Set<object> | undefined;

  isIn(value: unknown, depth: number): boolean {
    if (!isFields(value) || depth === 0) return false;
    if (this.#looked++ > SMALL) {
      this.#seen ??= new Set();
      if (this.#seen.has(value)) return false;
      this.#seen.add(value);
    }
    if (Array.isArray(value)) {
      // An array's indices are no field names, and to go through them as if they were takes several times as long.
      for (const nested of value) if (this.#isMedia(nested, "", value as never, depth)) return true;
      return false;
    }
    for (const name in value) if (this.#isMedia(value[name], name, value, depth)) return true;
    return false;
  }

  #isMedia(nested: unknown, name: string, holder: Fields, depth: number): boolean {
    return typeof nested === "string" ? mediaOf(nested, name, holder) !== undefined : this.isIn(nested, depth - 1);
  }
}
