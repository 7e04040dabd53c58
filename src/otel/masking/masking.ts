import type { Attributes } from "@opentelemetry/api";
import {
  decodeMetadataValue,
  encodeObservationMetadataValue,
  encodePropagatedMetadataValue,
  logger,
  serializeValue,
} from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";
import { contentEncodingOf, isContentEvent, type ContentEncoding } from "./content-attributes.ts";

/**
 * Function that hides data before it leaves the process. It gets one value at a time. Its return value, or the value its
 * promise resolves to, is sent instead.
 *
 * Inputs, outputs, status messages, exceptions and the content of other instrumentations' spans arrive as the text that
 * would be sent: an object as its JSON. A metadata value arrives decoded, and the result of the mask is encoded again;
 * undefined and null remove its key. Contract: "Metadata encoding", client-side consequences.
 *
 * @example
 * const mask: MaskFunction = ({ data }) =>
 *   typeof data === "string" ? data.replaceAll(/sk-\w+/g, "***") : JSON.parse(JSON.stringify(data).replaceAll(/sk-\w+/g, "***"));
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in earlier generations, so that masks that expect a text compile
export type MaskFunction = (params: { data: any }) => unknown;

/** Text sent in place of a value when the mask throws or rejects. */
export const MASK_FAILED = "<fully masked due to failed mask function>";

type Encode = (value: unknown) => string | undefined;

const serializedText = (value: unknown): string => serializeValue(value) ?? "";

const CODECS: Readonly<Record<ContentEncoding, { decode: (attribute: unknown) => unknown; encode: Encode }>> = {
  "observation metadata": { decode: decodeMetadataValue, encode: encodeObservationMetadataValue },
  "trace metadata": { decode: decodeMetadataValue, encode: encodePropagatedMetadataValue },
  text: { decode: serializedText, encode: serializedText },
};

/** Value whose mask has not answered yet, and the function that stores the result in its place. */
interface PendingValue {
  readonly promise: Promise<unknown>;
  readonly put: (value: unknown) => void;
}

/**
 * Returns a copy of the span with every content value masked; the span itself does not change. Returns a promise only
 * when the mask does.
 */
export function maskSpan(span: ReadableSpan, mask: MaskFunction): ReadableSpan | Promise<ReadableSpan> {
  const pending: PendingValue[] = [];
  const attributes = maskAttributes(span.attributes, contentEncodingOf, mask, pending);
  const events = span.events.map((event) => {
    if (!event.attributes) return event;
    const encodingOf = isContentEvent(event.name) ? encodingInContentEvent : contentEncodingOf;
    return Object.assign({}, event, { attributes: maskAttributes(event.attributes, encodingOf, mask, pending) });
  });
  const status = { ...span.status };
  if (status.message) {
    maskValue(status.message, "text", mask, pending, (text) => (status.message = serializedText(text)));
  }
  const masked = Object.create(span, {
    attributes: { value: attributes, enumerable: true },
    events: { value: events, enumerable: true },
    status: { value: status, enumerable: true },
  }) as ReadableSpan;
  return pending.length === 0 ? masked : whenAllMasked(pending, masked);
}

async function whenAllMasked(pending: readonly PendingValue[], masked: ReadableSpan): Promise<ReadableSpan> {
  await Promise.all(pending.map(async ({ promise, put }) => put(await promise)));
  return masked;
}

/** Returns the encoding of a content event's attribute: all texts are content, numbers are not. */
function encodingInContentEvent(key: string, value: unknown): ContentEncoding | undefined {
  return contentEncodingOf(key) ?? (typeof value === "string" || Array.isArray(value) ? "text" : undefined);
}

function maskAttributes(
  attributes: Attributes,
  encodingOf: (key: string, value: unknown) => ContentEncoding | undefined,
  mask: MaskFunction,
  pending: PendingValue[],
): Attributes {
  const masked: Attributes = {};
  for (const key in attributes) {
    const value: unknown = attributes[key];
    masked[key] = attributes[key];
    const encoding = value === undefined || value === null ? undefined : encodingOf(key, value);
    if (encoding === undefined) continue;
    if (Array.isArray(value)) {
      masked[key] = maskItems(value, encoding, mask, pending);
      continue;
    }
    maskValue(value, encoding, mask, pending, (result) => {
      if (result === undefined) delete masked[key];
      else masked[key] = result;
    });
  }
  return masked;
}

/** Masks each item of a list, such as the tools of a request. Items keep their positions. */
function maskItems(
  items: readonly unknown[],
  encoding: ContentEncoding,
  mask: MaskFunction,
  pending: PendingValue[],
): string[] {
  const masked: unknown[] = [];
  for (const [index, item] of items.entries()) {
    masked[index] = "";
    maskValue(item, encoding, mask, pending, (result) => (masked[index] = result ?? ""));
  }
  return masked as string[];
}

function maskValue(
  value: unknown,
  encoding: ContentEncoding,
  mask: MaskFunction,
  pending: PendingValue[],
  put: PendingValue["put"],
): void {
  const { decode, encode } = CODECS[encoding];
  const data = decode(value);
  const unmasked = encode(data);
  // A value the mask left unchanged is sent as it was: JSON may hold digits that no JavaScript number does.
  const encodeResult = (result: unknown): unknown => {
    const masked = encode(result);
    return masked === unmasked ? value : masked;
  };
  try {
    const result = mask({ data });
    if (isPromiseLike(result)) pending.push({ promise: awaitMasked(result, encodeResult, encode), put });
    else put(encodeResult(result));
  } catch (error) {
    put(encode(failed(error)));
  }
}

async function awaitMasked(
  result: PromiseLike<unknown>,
  encodeResult: (result: unknown) => unknown,
  encode: Encode,
): Promise<unknown> {
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

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
