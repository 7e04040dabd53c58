import { isFields, SERIALIZATION_FAILED, serializeValue, type Fields } from "@svc/core/internal";
import { endOfString, JsonText } from "./json-text.ts";
import { MEDIA_FIELDS, mediaOf, type FoundMedia } from "./media-fields.ts";

/** Function that takes media out of a value, and returns the text that stands in its place. */
export type TakeMedia = (media: FoundMedia) => string;

/** Maximum depth of the search for media. Media below that depth stays in place. */
const MAX_DEPTH = 64;

/**
 * Returns the text of an input or an output, with its media taken out. The large texts of media are neither serialised nor
 * copied. A value without media, which nearly every value is, is only searched.
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

/** Returns a JSON text without its media. Data URIs are cut out of the text; for other media the text is parsed. */
function withoutMedia(text: string, take: TakeMedia): string {
  const pieces: string[] = [];
  const found: FoundMedia[] = [];
  let from = 0;
  for (let start = text.indexOf(DATA_URI); start !== -1; start = text.indexOf(DATA_URI, start + 1)) {
    const end = endOfString(text, start);
    const uri = text.slice(start + 1, end - 1);
    // An escaped character, in the text or before it, and a field name are too rare to be told apart here.
    if (uri.includes("\\") || text[start - 1] === "\\" || text[end] === ":") return jsonText(JSON.parse(text), take);
    const media = mediaOf(uri, "", {});
    if (media === undefined) continue;
    pieces.push(text.slice(from, start));
    found.push(media);
    from = end;
    start = end - 1;
  }
  pieces.push(text.slice(from));
  // The remaining text is short: a search for field names in the media would take longer than all other work here.
  if (pieces.some(holdsMediaField)) return jsonText(JSON.parse(text), take);
  return pieces.reduce((kept, piece, place) => kept + JSON.stringify(take(found[place - 1]!)) + piece);
}

function holdsMediaField(json: string): boolean {
  for (const name of MEDIA_FIELDS) if (json.includes(name)) return true;
  return false;
}

/**
 * Number of objects that are searched before the visited ones are noted. The search of a small value ends soon, even of a
 * circular one.
 */
const SMALL = 500;

/** Search for media in one value. */
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
      // The indices of an array are not field names, and a loop over them as names takes several times as long.
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
