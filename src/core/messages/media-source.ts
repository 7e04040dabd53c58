import { findDataUri } from "../media/data-uri.ts";
import { wholeBase64 } from "../media/base64-content.ts";
import { MEDIA_REFERENCE, MEDIA_REFERENCES } from "../media/media-reference.ts";
import { firstOf } from "./message.ts";
import { isJsonObject } from "../values/exact-json.ts";
import type { Fields } from "../values/fields.ts";

/** Piece of a text: words, or the source of media that stands among them. */
export interface MediaPiece {
  readonly kind: "text" | "media";
  readonly text: string;
}

/** Splits a text at the data URIs and the references of stored media in it. A text without them is one piece. */
export function splitMedia(text: string): MediaPiece[] {
  const found = [...referencesIn(text), ...dataUrisIn(text)].toSorted((one, other) => one.start - other.start);
  const pieces: MediaPiece[] = [];
  let end = 0;
  for (const media of found) {
    if (media.start < end) continue;
    if (media.start > end) pieces.push({ kind: "text", text: text.slice(end, media.start) });
    pieces.push({ kind: "media", text: media.source });
    ({ end } = media);
  }
  if (end < text.length || pieces.length === 0) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

function referencesIn(text: string): Found[] {
  return Array.from(text.matchAll(MEDIA_REFERENCES), ({ index, 0: source }) => ({
    start: index,
    end: index + source.length,
    source,
  }));
}

function* dataUrisIn(text: string): Generator<Found> {
  for (let uri = findDataUri(text); uri !== undefined; uri = findDataUri(text, uri.end)) {
    yield { start: uri.start, end: uri.end, source: dataUri(uri.contentType, uri.base64) };
  }
}

/** Returns the media type of a data URI or a reference, in lower case; undefined for an address. */
export function mediaTypeOf(source: string): string | undefined {
  const type = MEDIA_REFERENCE.exec(source)?.[1] ?? /^data:([\w.+-]+\/[\w.+-]+)[;,]/i.exec(source)?.[1];
  return type?.toLowerCase();
}

/** Returns a text that is the source of media as a whole: a data URI or a reference; undefined for any other text. */
export function wholeMedia(text: string): string | undefined {
  if (MEDIA_REFERENCE.test(text)) return text;
  if (!/^\s*data:/i.test(text)) return undefined;
  const [piece, ...others] = splitMedia(text.trim());
  return piece?.kind === "media" && others.length === 0 ? piece.text : undefined;
}

/** Fields that name the type of the content beside them. */
const TYPES = ["mime_type", "mimeType", "media_type", "mediaType", "contentType", "content_type"];

/** Fields of any object that hold content in base64, if a field beside them or the content itself says of what type. */
const CONTENTS = ["data", "b64_json", "bytes", "blob", "content", "file_data", "fileData", "image", "base64"];

/** Returns the media that an object holds as bare base64, such as a result of MCP; undefined for any other object. */
export function mediaBeside(fields: Fields): { readonly name: string; readonly source: string } | undefined {
  for (const name of CONTENTS) {
    const content = fields[name];
    if (typeof content !== "string" || content.length < SHORTEST) continue;
    const source = base64Media(content, statedType(fields));
    // A word can be base64: a text that is said to be one stays as it is.
    if (source !== undefined && !/^data:(?:text\/|application\/json)/.test(source)) return { name, source };
  }
  return undefined;
}

/** Fewest characters of content that is taken for media where no part says so. */
const SHORTEST = 16;

/** Fields that lead to media in a part, in the words of the providers. */
const PLACES = [
  "image_url",
  "video_url",
  "source",
  "image",
  "input_audio",
  "audio",
  "file",
  "video",
  "document",
  "media",
  "inlineData",
  "fileData",
  "inline_data",
  "file_data",
  "file_uri",
  "fileUri",
  "uri",
  "url",
  "data",
  "bytes",
  "content",
  "result",
  "s3Location",
];

/** Objects inside of each other that lead to the source of media. */
const DEEPEST = 4;

/**
 * Returns the source of the media that a part holds: a reference, a data URI, or an address. Content in base64 becomes a data URI of
 * the type that stands beside it, or shows in its first bytes. Returns undefined where there is none, such as for the id of a file.
 */
export function mediaIn(fields: Fields, type: string | undefined, kind: string, depth = 0): string | undefined {
  const own = statedType(fields) ?? formatType(fields, kind) ?? type;
  for (const name of PLACES) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") {
      const source = wholeMedia(value) ?? (isAddress(value) ? value : base64Media(value, own));
      if (source !== undefined) return source;
    } else if (isJsonObject(value) && depth < DEEPEST) {
      const source = mediaIn(value, own, kindOfField(name) ?? kind, depth + 1);
      if (source !== undefined) return source;
    }
  }
  return undefined;
}

function isAddress(text: string): boolean {
  return /^(?!data:)[a-z][\w+.-]*:\/\/\S+$/i.test(text);
}

function kindOfField(name: string): string | undefined {
  return /^(?:input_)?(image|audio|video|document)/.exec(name)?.[1];
}

function statedType(fields: Fields): string | undefined {
  const type = firstOf(fields, TYPES);
  return typeof type === "string" && /^[\w.+-]+\/[\w.+*-]+/.test(type) ? type : undefined;
}

/** Returns the type that a short name of a format has, such as `wav` of a sound. */
function formatType({ format }: Fields, kind: string): string | undefined {
  if (typeof format !== "string" || !/^[\w.+-]+$/.test(format)) return undefined;
  if (kind === "image" || kind === "video") return `${kind}/${format === "jpg" ? "jpeg" : format}`;
  if (kind === "document" || kind === "file") return format === "pdf" ? "application/pdf" : undefined;
  return `audio/${format === "mp3" ? "mpeg" : format}`;
}

/** Beginnings of content in base64, by the type of the content. */
const BEGINNINGS: ReadonlyArray<readonly [begin: RegExp, type: string]> = [
  [/^iVBORw0KGg/, "image/png"],
  [/^\/9j\//, "image/jpeg"],
  [/^R0lGOD[dl]/, "image/gif"],
  [/^UklGR.{7}RUJQ/, "image/webp"],
  [/^UklGR.{7}QVZF/, "audio/wav"],
  [/^JVBERi0/, "application/pdf"],
];

function base64Media(text: string, stated: string | undefined): string | undefined {
  const type = stated ?? BEGINNINGS.find(([begin]) => begin.test(text))?.[1];
  const base64 = type === undefined ? undefined : wholeBase64(text);
  return type === undefined || base64 === undefined ? undefined : dataUri(type, base64);
}

/** Returns a data URI in the alphabet that browsers read. */
function dataUri(type: string, base64: string): string {
  return `data:${type.split(";")[0]!};base64,${base64.replaceAll("-", "+").replaceAll("_", "/")}`;
}
