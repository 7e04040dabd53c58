import { textOf, type Fields, type MediaContent, type MediaSource } from "@svc/core/internal";

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
  readonly typeOf: (holder: Fields) => string;
}

const always = (): boolean => true;
const imageType = (holder: Fields): string => `image/${textOf(holder.output_format) ?? "png"}`;

/** Fields of the API whose text is base64 without a mark that says so. */
const FIELDS: ReadonlyMap<string, readonly MediaField[]> = new Map<string, readonly MediaField[]>([
  ["b64_json", [{ isIn: always, typeOf: imageType }]],
  ["partial_image_b64", [{ isIn: always, typeOf: imageType }]],
  ["result", [{ isIn: ({ type }) => type === "image_generation_call", typeOf: imageType }]],
  ["file_data", [{ isIn: always, typeOf: () => "application/octet-stream" }]],
  [
    "data",
    [
      // Sound in a request, and sound in an answer.
      { isIn: ({ format }) => typeof format === "string", typeOf: ({ format }) => `audio/${String(format)}` },
      { isIn: ({ transcript }) => typeof transcript === "string", typeOf: () => "audio/wav" },
    ],
  ],
]);

/** Names of these fields as a JSON text has them. */
export const MEDIA_FIELDS: readonly string[] = [...FIELDS.keys()].map((name) => `"${name}":`);

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
const MARK = ";base64,";

/**
 * Maximum length of the text before the mark. Types and their parameters are short: a mark further away belongs to other text.
 */
const LONGEST_TYPE = 256;
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const BASE64 = /^[\w+/-]+={0,2}$/;
const PROBE = 256;

/** Returns the media in a text, given the field that holds the text; undefined for every other text. */
export function mediaOf(text: string, name: string, holder: Fields): FoundMedia | undefined {
  if (text.startsWith(DATA)) return dataUri(text);
  const field = FIELDS.get(name)?.find(({ isIn }) => isIn(holder));
  if (field === undefined || !isBase64(text)) return undefined;
  const signature = SIGNATURES.find(([start]) => text.startsWith(start));
  return { contentType: checked(signature?.[1] ?? field.typeOf(holder)), base64: text, source: "bytes" };
}

/** Returns the content type and the bytes of the media. */
export function contentOf({ contentType, base64 }: FoundMedia): MediaContent {
  return { contentType, bytes: Buffer.from(base64, "base64") };
}

function dataUri(text: string): FoundMedia | undefined {
  const mark = text.slice(0, LONGEST_TYPE).indexOf(MARK);
  if (mark < 0) return undefined;
  const contentType = checked(text.slice(DATA.length, mark).split(";")[0]!);
  const base64 = text.slice(mark + MARK.length);
  // Text after the media must not be lost: such a text is left to the span processor, which looks inside texts.
  return isBase64(base64) ? { contentType, base64, source: "base64_data_uri" } : undefined;
}

function checked(contentType: string): string {
  return CONTENT_TYPE.test(contentType) ? contentType : "application/octet-stream";
}

/** Checks both ends only: the hundreds of kilobytes between them are more of the same. */
function isBase64(text: string): boolean {
  return text.length > 0 && BASE64.test(text.slice(0, PROBE).replace(/=+$/, "")) && BASE64.test(text.slice(-PROBE));
}
