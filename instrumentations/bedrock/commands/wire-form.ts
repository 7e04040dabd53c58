import { bytesToBase64, isFields, textOf } from "@svc/core/internal";
import { ownData, types } from "@svc/instrumentation";

/** Maximum depth of a value; a deeper value is taken for a circular one. */
const MAX_DEPTH = 100;

/** Content types of formats that do not name theirs. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  three_gp: "video/3gpp",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  csv: "text/csv",
  html: "text/html",
  txt: "text/plain",
  md: "text/markdown",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const UNKNOWN_TYPE = "application/octet-stream";

/** Fields that hold media with a `format`. */
const MEDIA: ReadonlySet<string> = new Set(["image", "video", "audio", "document"]);

/** Field in which a version of the package puts the name and the value of a block that is newer than that version. */
const UNKNOWN_BLOCK = "$unknown";

/**
 * Returns the data in a value of the package in the shape of JSON. Bytes of media become data URIs and other bytes base64. Getters,
 * functions and proxies are left out. Throws a `RangeError` for a circular value.
 */
export function wireForm(value: unknown): unknown {
  return copyOf(value, undefined, 0);
}

/** Copies a value. `contentType` is that of the media that the value belongs to. */
function copyOf(value: unknown, contentType: string | undefined, depth: number): unknown {
  if (typeof value === "function") return undefined;
  if (!isFields(value)) return value;
  if (types.isProxy(value)) return undefined;
  if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply to be recorded");
  if (types.isUint8Array(value)) return textOfBytes(value, contentType);
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return undefined;
  if (Array.isArray(value)) return value.map((item) => copyOf(item, contentType, depth + 1));
  if (UNKNOWN_BLOCK in value) return copyOf(unwrapped(ownData(value, UNKNOWN_BLOCK)), contentType, depth + 1);
  const copy: Record<string, unknown> = {};
  for (const [name, { value: field }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const data = copyOf(field, MEDIA.has(name) ? contentTypeOf(name, field) : contentType, depth + 1);
    if (data !== undefined) copy[name] = data;
  }
  return copy;
}

/** Returns a block that the package does not know as a newer version would return it. */
function unwrapped(block: unknown): unknown {
  const name = textOf(ownData(block, "0"));
  return name === undefined || name === UNKNOWN_BLOCK ? undefined : { [name]: ownData(block, "1") };
}

function textOfBytes(bytes: Uint8Array, contentType: string | undefined): string {
  const base64 = bytesToBase64(bytes);
  return contentType === undefined ? base64 : `data:${contentType};base64,${base64}`;
}

function contentTypeOf(kind: string, media: unknown): string {
  const format = isFields(media) && !types.isProxy(media) ? textOf(media.format) : undefined;
  if (format === undefined) return UNKNOWN_TYPE;
  return CONTENT_TYPES[format] ?? (kind === "document" ? UNKNOWN_TYPE : `${kind}/${format}`);
}
