import { bytesToBase64, fieldsOf, isFields, textOf, type Fields } from "@svc/core/internal";

/** Maximum depth of the search for media in messages. Media below that depth is written as it is. */
const MAX_DEPTH = 8;

/** Fields of message parts that hold media: bytes, base64 or an address. */
const MEDIA_KEYS = ["data", "image", "audio"] as const;

/** Start of a text that is an address and not base64. */
const ADDRESS = /^(?:data|https?|file|blob):/i;

/**
 * Returns messages, or parts of a message, in their recorded form: media becomes a data URI, which the span processor takes out
 * and uploads. Everything else is returned as it is, without a copy.
 */
export function recordedContent(value: unknown, depth: number = MAX_DEPTH): unknown {
  if (depth === 0 || !isFields(value) || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return copyWhereChanged(value, depth);
  const generated = fieldsOf(value.file);
  const generatedType = textOf(generated.mediaType) ?? textOf(generated.mimeType);
  if (value.type === "file" && generatedType !== undefined) {
    return { ...value, file: dataUri(generatedType, generated.base64 ?? generated.uint8Array) };
  }
  const media = recordedMedia(value);
  return media === undefined ? fieldsWithMedia(value, depth) : { ...value, ...media };
}

/** Returns the instructions and the messages of a call as one list. */
export function recordedMessages({ instructions, system, messages }: Fields): unknown {
  const first = instructions ?? system;
  if (!Array.isArray(messages)) return undefined;
  const rest = recordedContent(messages) as unknown[];
  if (first === undefined || first === null) return rest;
  const heading = typeof first === "string" ? [{ role: "system", content: first }] : [first].flat();
  return [...heading, ...rest];
}

function copyWhereChanged(list: readonly unknown[], depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const recorded = recordedContent(item, depth - 1);
    if (recorded !== item) (copy ??= [...list])[index] = recorded;
  }
  return copy ?? list;
}

function fieldsWithMedia(value: Fields, depth: number): Fields {
  let copy: Record<string, unknown> | undefined;
  for (const name of ["content", "output", "value"]) {
    const field = value[name];
    const recorded = recordedContent(field, depth - 1);
    if (recorded !== field) (copy ??= { ...value })[name] = recorded;
  }
  return copy ?? value;
}

function recordedMedia(part: Fields): Record<string, string> | undefined {
  const contentType =
    textOf(part.mediaType) ?? textOf(part.mimeType) ?? (part.type === "image" ? "image/*" : undefined);
  if (contentType === undefined) return undefined;
  for (const key of MEDIA_KEYS) {
    const uri = dataUri(contentType, part[key]);
    if (uri !== undefined) return { [key]: uri };
  }
  return undefined;
}

function dataUri(contentType: unknown, content: unknown): string | undefined {
  const base64 =
    content instanceof Uint8Array
      ? bytesToBase64(content)
      : content instanceof ArrayBuffer
        ? bytesToBase64(new Uint8Array(content))
        : textOf(content);
  return base64 === undefined || ADDRESS.test(base64) ? undefined : `data:${String(contentType)};base64,${base64}`;
}
