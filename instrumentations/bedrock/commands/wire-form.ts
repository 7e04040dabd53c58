import { bytesToBase64, isFields, textOf, type Fields } from "@svc/core/internal";
import { ownData, types } from "@svc/instrumentation";

/** Maximum depth of a value; a deeper value is taken for a circular one. */
const MAX_DEPTH = 100;

/** Content types of formats that do not name theirs. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["mov", "video/quicktime"],
  ["mkv", "video/x-matroska"],
  ["three_gp", "video/3gpp"],
  ["mp3", "audio/mpeg"],
  ["pdf", "application/pdf"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["doc", "application/msword"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xls", "application/vnd.ms-excel"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
]);

const UNKNOWN_TYPE = "application/octet-stream";

/** Fields that hold media with a `format`. */
const MEDIA: ReadonlySet<string> = new Set(["image", "video", "audio", "document"]);

/** Field in which a version of the package puts the name and the value of a block that is newer than that version. */
const UNKNOWN_BLOCK = "$unknown";

/**
 * Returns the data in a value of the package in the shape of JSON. Bytes of media become data URIs and other bytes base64. Getters, functions and proxies are left out. Throws a `RangeError` for a circular value.
 */
export function wireForm(value: unknown): unknown {
  return formOf(value, undefined, 0);
}

/** Returns a value in that shape: the value itself where it has it. `contentType` is that of the media that the value belongs to. */
function formOf(value: unknown, contentType: string | undefined, depth: number): unknown {
  if (typeof value === "function") return undefined;
  if (!isFields(value)) return value;
  if (types.isProxy(value)) return undefined;
  if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply to be recorded");
  if (Array.isArray(value)) return arrayForm(value, contentType, depth);
  if (ArrayBuffer.isView(value)) return types.isUint8Array(value) ? textOfBytes(value, contentType) : undefined;
  const unknownBlock = ownData(value, UNKNOWN_BLOCK);
  return unknownBlock === undefined
    ? objectForm(value, contentType, depth)
    : formOf(unwrapped(unknownBlock), contentType, depth + 1);
}

function arrayForm(value: readonly unknown[], contentType: string | undefined, depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    const form = formOf(item, contentType, depth + 1);
    if (form !== item) copy ??= value.slice(0, index);
    copy?.push(form);
  }
  return copy ?? value;
}

function objectForm(value: Fields, contentType: string | undefined, depth: number): Fields {
  const names = Object.keys(value);
  let copy: Record<string, unknown> | undefined = isPlain(value) ? undefined : {};
  for (let place = 0; place < names.length; place++) {
    const name = names[place]!;
    const field: unknown = Object.getOwnPropertyDescriptor(value, name)!.value;
    const form = formOf(field, MEDIA.has(name) ? contentTypeOf(name, field) : contentType, depth + 1);
    // A getter has no value of its own, and is left out.
    if (form !== field || field === undefined) copy ??= firstFields(value, names, place);
    if (copy !== undefined && form !== undefined) copy[name] = form;
  }
  return copy ?? value;
}

/** Returns the fields before this place, all of them data. */
function firstFields(value: Fields, names: readonly string[], place: number): Record<string, unknown> {
  return Object.fromEntries(names.slice(0, place).map((name) => [name, value[name]]));
}

/** Returns true for an object that JSON takes as it is. */
function isPlain(value: Fields): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, "toJSON");
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
  return CONTENT_TYPES.get(format) ?? (kind === "document" ? UNKNOWN_TYPE : `${kind}/${format}`);
}
