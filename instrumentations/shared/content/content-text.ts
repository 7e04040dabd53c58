import {
  DATA_URI_MARK,
  findDataUri,
  fromBase64,
  isFields,
  SERIALIZATION_FAILED,
  serializeValue,
  wholeBase64,
  type Fields,
  type MediaContent,
  type MediaSource,
} from "@svc/core/internal";
import type { RecordedSpan } from "@svc/tracing/internal";
import { endOfString, JsonText } from "../data/json-text.ts";

/** Media found in a request or an answer, still as text. */
export interface FoundMedia {
  readonly contentType: string;
  readonly base64: string;
  readonly source: MediaSource;
}

/** Field that holds bare base64, and the content type of that base64. */
interface MediaField {
  /** Returns true when the field of this object holds base64. */
  readonly isIn: (holder: Fields) => boolean;
  /** Returns the content type; undefined for base64 that only the provider can read, which is left out. */
  readonly typeOf: (holder: Fields) => string | undefined;
}

/** Fields of an API whose text is base64 without a mark that says so. */
export interface MediaFields {
  readonly byName: ReadonlyMap<string, readonly MediaField[]>;
  /** Pattern of one of the names, as a JSON text has it. */
  readonly inJson: RegExp;
}

/** Function that takes media out of a value, and returns the text that stands in its place. */
export type TakeMedia = (media: FoundMedia) => string;

export function mediaFields(fields: Readonly<Record<string, readonly MediaField[]>>): MediaFields {
  return { byName: new Map(Object.entries(fields)), inJson: new RegExp(`"(?:${Object.keys(fields).join("|")})":`) };
}

/**
 * Returns the text of an input or an output, with its media taken out. The large texts of media are neither serialised nor
 * copied. A value without media, which nearly every value is, is only searched.
 */
export function contentText(value: unknown, fields: MediaFields, take: TakeMedia): string | undefined {
  if (typeof value === "string") {
    const media = mediaOf(value, fields, "", {});
    return media === undefined ? value : take(media);
  }
  if (value instanceof JsonText) return withoutMedia(value.text, fields, take);
  if (hasJsonText(value)) return joinedText(value, fields, take);
  return hasMedia(value, fields) ? jsonText(value, fields, take) : serializeValue(value);
}

/** Returns the content type and the bytes of the media. */
export function contentOf({ contentType, base64 }: FoundMedia): MediaContent {
  return { contentType, bytes: fromBase64(base64) };
}

/** Maximum depth of the search for media. Media below that depth stays in place. */
const MAX_DEPTH = 64;

function hasJsonText(value: unknown): value is Fields {
  if (!isFields(value) || Array.isArray(value)) return false;
  for (const name in value) if (value[name] instanceof JsonText) return true;
  return false;
}

/**
 * Returns the JSON text of an object of which some fields are JSON text already. The names are those of an operation's input, which
 * have no character to escape.
 */
function joinedText(value: Fields, fields: MediaFields, take: TakeMedia): string {
  let text = "";
  for (const name in value) {
    text += `${text === "" ? "{" : ","}"${name}":${fieldText(value, name, fields, take)}`;
  }
  return `${text}}`;
}

function fieldText(holder: Fields, name: string, fields: MediaFields, take: TakeMedia): string {
  const field = holder[name];
  if (field instanceof JsonText) return withoutMedia(field.text, fields, take);
  // A function that replaces makes the platform's function several times as slow.
  if (typeof field === "string" && !mayBeMedia(field, fields, name, holder)) return JSON.stringify(field);
  const isMedia = typeof field === "string" || hasMedia(field, fields);
  return (isMedia ? jsonText(field, fields, take) : serializeValue(field)) ?? "null";
}

function jsonText(value: unknown, fields: MediaFields, take: TakeMedia): string {
  try {
    return JSON.stringify(value, function replace(this: Fields, name: string, nested: unknown): unknown {
      if (typeof nested === "bigint") return nested.toString();
      const media = typeof nested === "string" ? mediaOf(nested, fields, name, this) : undefined;
      if (media === OPAQUE) return undefined;
      return media === undefined ? nested : take(media);
    });
  } catch {
    return SERIALIZATION_FAILED;
  }
}

const DATA_URI = '"data:';

/** Returns a JSON text without its media. Data URIs are cut out of the text; for other media the text is parsed. */
export function withoutMedia(text: string, fields: MediaFields, take: TakeMedia): string {
  const pieces: string[] = [];
  const found: FoundMedia[] = [];
  let from = 0;
  for (let start = text.indexOf(DATA_URI); start !== -1; start = text.indexOf(DATA_URI, start + 1)) {
    const end = endOfString(text, start);
    const uri = text.slice(start + 1, end - 1);
    // An escaped character, in the text or before it, and a field name are too rare to be told apart here.
    if (uri.includes("\\") || text[start - 1] === "\\" || text[end] === ":") {
      return jsonText(JSON.parse(text), fields, take);
    }
    const media = dataUri(uri);
    if (media === undefined) continue;
    pieces.push(text.slice(from, start));
    found.push(media);
    from = end;
    start = end - 1;
  }
  // The remaining text is short: a search for field names in the media would take longer than all other work here.
  if (from === 0) return fields.inJson.test(text) ? jsonText(JSON.parse(text), fields, take) : text;
  pieces.push(text.slice(from));
  if (pieces.some((piece) => fields.inJson.test(piece))) return jsonText(JSON.parse(text), fields, take);
  return pieces.reduce((kept, piece, place) => kept + JSON.stringify(take(found[place - 1]!)) + piece);
}

/**
 * Number of objects that are searched before the visited ones are noted. The search of a small value ends soon, even of a
 * circular one.
 */
const SMALL = 500;

let searched = 0;
let seen: Set<object> | undefined;

/** Returns true when there are texts in a value that may be media. */
function hasMedia(value: unknown, fields: MediaFields): boolean {
  if (!isFields(value)) return false;
  searched = 0;
  seen = undefined;
  return isMediaIn(value, fields, MAX_DEPTH);
}

function isMediaIn(value: Fields, fields: MediaFields, depth: number): boolean {
  if (depth === 0 || (searched++ > SMALL && isSeen(value))) return false;
  if (Array.isArray(value)) {
    // The indices of an array are not field names, and a loop over them as names takes several times as long.
    for (let index = 0; index < value.length; index++) {
      if (isMedia(value[index], fields, "", value as never, depth)) return true;
    }
    return false;
  }
  for (const name in value) if (isMedia(value[name], fields, name, value, depth)) return true;
  return false;
}

function isMedia(value: unknown, fields: MediaFields, name: string, holder: Fields, depth: number): boolean {
  if (typeof value === "string") return mayBeMedia(value, fields, name, holder);
  return isFields(value) && isMediaIn(value, fields, depth - 1);
}

/** Notes an object. Returns true when the search has come to it before. */
function isSeen(value: object): boolean {
  seen ??= new Set();
  if (seen.has(value)) return true;
  seen.add(value);
  return false;
}

/** First characters of files of some types, in base64. */
const SIGNATURES: readonly (readonly [start: string, contentType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["SUQz", "audio/mpeg"],
  ["//uQ", "audio/mpeg"],
  ["//s", "audio/mpeg"],
  ["T2dnUw", "audio/ogg"],
  ["ZkxhQw", "audio/flac"],
  ["JVBERi", "application/pdf"],
];

const DATA = "data:";
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const BASE64_START = /^[\w+/=\s-]+$/;
const PROBE = 300;

/** Returns true for a text that may be media, by its first characters: a whole medium takes as long to read as all other work here. */
function mayBeMedia(text: string, fields: MediaFields, name: string, holder: Fields): boolean {
  if (text.startsWith(DATA)) return text.slice(0, PROBE).includes(DATA_URI_MARK);
  return mediaFieldOf(fields, name, holder) !== undefined && BASE64_START.test(text.slice(0, PROBE));
}

function mediaFieldOf(fields: MediaFields, name: string, holder: Fields): MediaField | undefined {
  return fields.byName.get(name)?.find(({ isIn }) => isIn(holder));
}

/** Returns the media in a text, given the field that holds the text; undefined for every other text. */
function mediaOf(text: string, fields: MediaFields, name: string, holder: Fields): FoundMedia | undefined {
  if (text.startsWith(DATA)) return dataUri(text);
  const field = mediaFieldOf(fields, name, holder);
  const base64 = field === undefined ? undefined : wholeBase64(text);
  if (field === undefined || base64 === undefined) return undefined;
  const contentType = field.typeOf(holder);
  if (contentType === undefined) return OPAQUE;
  const signature = SIGNATURES.find(([start]) => base64.startsWith(start));
  return { contentType: checkedContentType(signature?.[1] ?? contentType), base64, source: "bytes" };
}

/** Base64 that only the provider can read. */
const OPAQUE: FoundMedia = { contentType: "", base64: "", source: "bytes" };

function dataUri(text: string): FoundMedia | undefined {
  const found = findDataUri(text);
  // Text around the media must not be lost: such a text is left to the span processor, which looks inside texts.
  if (found?.start !== 0 || found.end !== text.length) return undefined;
  return { contentType: found.contentType, base64: found.base64, source: "base64_data_uri" };
}

function checkedContentType(contentType: string): string {
  return CONTENT_TYPE.test(contentType) ? contentType : "application/octet-stream";
}

/**
 * Returns the text of a span's input or output. The media in the value are handed over, and references stand in their place.
 */
export function mediaFreeText(
  span: RecordedSpan,
  value: unknown,
  fields: MediaFields,
  field: "input" | "output",
): string | undefined {
  return contentText(value, fields, (found) =>
    span.handOverMedia({ ...contentOf(found), field, source: found.source }),
  );
}
