import type { Attributes } from "@opentelemetry/api";
import {
  decodeMetadataValue,
  encodeObservationMetadataValue,
  encodePropagatedMetadataValue,
  logger,
  serializeValue,
} from "@svc/core";
import { contentEncodingOf, isContentEvent, type ContentEncoding } from "./content-attributes.ts";
import type { ReadableSpan } from "./readable-span.ts";

/**
 * Hides what must not leave the process. It is given one value at a time, decoded: a text, or what JSON holds; what it
 * returns, or the promise it returns resolves to, is sent instead. undefined and null remove a metadata key.
 */
export type MaskFunction = (params: { data: unknown }) => unknown;

/** Sent in place of a value when the mask throws or rejects. */
export const MASK_FAILED = "<fully masked due to failed mask function>";

type Encode = (value: unknown) => string | undefined;

const CODECS: Readonly<Record<ContentEncoding, { decode: (text: string) => unknown; encode: Encode }>> = {
  "observation metadata": { decode: decodeMetadataValue, encode: encodeObservationMetadataValue },
  "trace metadata": { decode: decodeMetadataValue, encode: encodePropagatedMetadataValue },
  "text or JSON": { decode: decodeStructure, encode: (value) => serializeValue(value) ?? "" },
};

/** Something that is still being masked: what it becomes has to be put in its place. */
interface Late {
  readonly promise: Promise<string | undefined>;
  readonly put: (text: string | undefined) => void;
}

/**
 * A copy of the span with every content-bearing value masked; the span itself is not changed. A promise only when the mask
 * gave one.
 */
export function maskSpan(span: ReadableSpan, mask: MaskFunction): ReadableSpan | Promise<ReadableSpan> {
  const late: Late[] = [];
  const attributes = maskAttributes(span.attributes, contentEncodingOf, mask, late);
  const events = span.events.map((event) =>
    event.attributes && isContentEvent(event.name)
      ? Object.assign({}, event, { attributes: maskAttributes(event.attributes, () => "text or JSON", mask, late) })
      : event,
  );
  const status = { ...span.status };
  if (status.message) {
    maskText(status.message, "text or JSON", mask, late, (text) => (status.message = text ?? ""));
  }
  const masked = Object.create(span, {
    attributes: { value: attributes, enumerable: true },
    events: { value: events, enumerable: true },
    status: { value: status, enumerable: true },
  }) as ReadableSpan;
  return late.length === 0 ? masked : whenAllMasked(late, masked);
}

async function whenAllMasked(late: readonly Late[], masked: ReadableSpan): Promise<ReadableSpan> {
  await Promise.all(late.map(async ({ promise, put }) => put(await promise)));
  return masked;
}

function maskAttributes(
  attributes: Attributes,
  encodingOf: (key: string) => ContentEncoding | undefined,
  mask: MaskFunction,
  late: Late[],
): Attributes {
  const masked: Attributes = {};
  for (const key in attributes) {
    const value: unknown = attributes[key];
    masked[key] = attributes[key];
    const encoding = typeof value === "string" || typeof value === "object" ? encodingOf(key) : undefined;
    if (encoding === undefined) continue;
    if (Array.isArray(value)) {
      masked[key] = maskItems(value, encoding, mask, late);
      continue;
    }
    maskText(typeof value === "string" ? value : (serializeValue(value) ?? ""), encoding, mask, late, (text) => {
      if (text === undefined) delete masked[key];
      else masked[key] = text;
    });
  }
  return masked;
}

/** A list of texts, such as the tools of a request: each text is masked, its place stays. */
function maskItems(items: readonly unknown[], encoding: ContentEncoding, mask: MaskFunction, late: Late[]): string[] {
  const masked: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = typeof item === "string" ? item : (serializeValue(item) ?? "");
    maskText(text, encoding, mask, late, (result) => (masked[index] = result ?? ""));
  }
  return masked;
}

function maskText(text: string, encoding: ContentEncoding, mask: MaskFunction, late: Late[], put: Late["put"]): void {
  const { decode, encode } = CODECS[encoding];
  const data = decode(text);
  const unmasked = encode(data);
  // What the mask left alone is sent as it was: JSON may hold digits that no JavaScript number does.
  const encodeResult: Encode = (result) => {
    const masked = encode(result);
    return masked === unmasked ? text : masked;
  };
  try {
    const result = mask({ data });
    if (isPromiseLike(result)) late.push({ promise: maskedLater(result, encodeResult, encode), put });
    else put(encodeResult(result));
  } catch (error) {
    put(encode(failed(error)));
  }
}

async function maskedLater(
  result: PromiseLike<unknown>,
  encodeResult: Encode,
  encode: Encode,
): Promise<string | undefined> {
  try {
    return encodeResult(await result);
  } catch (error) {
    return encode(failed(error));
  }
}

function failed(error: unknown): string {
  logger.warnOnce(`The mask function failed; what it was given is replaced by ${MASK_FAILED}.`, error);
  return MASK_FAILED;
}

/** Objects and arrays are handed over as such; a text that happens to read as a number or a word of JSON stays a text. */
function decodeStructure(text: string): unknown {
  const first = text.trimStart()[0];
  return first === "{" || first === "[" ? decodeMetadataValue(text) : text;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
