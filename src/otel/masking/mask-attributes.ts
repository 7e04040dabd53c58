import type { Attributes } from "@opentelemetry/api";
import {
  decodeMetadataValue,
  encodeObservationMetadataValue,
  encodePropagatedMetadataValue,
  serializeValue,
  withPlainNumbers,
} from "@svc/core/internal";
import { maskedEncodingOf, type MaskedEncoding } from "./exact-names.ts";
import { after, callMask, holdsTexts, isPromiseLike, maskTexts, type MaskFunction } from "./mask-texts.ts";

const METADATA_ENCODERS = {
  "observation metadata": encodeObservationMetadataValue,
  "trace metadata": encodePropagatedMetadataValue,
} as const;

type MetadataEncoding = Exclude<MaskedEncoding, "text">;

/**
 * Returns a copy of the attributes with every value masked but those of exact names. A value whose mask has not answered is empty, and
 * its promise is added to `pending`.
 */
export function maskAttributes(attributes: Attributes, mask: MaskFunction, pending: Array<Promise<void>>): Attributes {
  const masked: Attributes = {};
  for (const key in attributes) {
    const value = attributes[key];
    masked[key] = value;
    if (value === undefined || value === null || typeof value === "boolean") continue;
    const encoding = maskedEncodingOf(key);
    if (encoding === undefined) continue;
    const result = encoding === "text" ? maskPlainValue(value, mask) : maskMetadata(value, encoding, mask);
    if (isPromiseLike(result)) {
      masked[key] = "";
      pending.push(Promise.resolve(result).then((answer) => put(masked, key, answer)));
    } else if (result !== value) {
      put(masked, key, result);
    }
  }
  return masked;
}

/** Returns the masked text; a promise when the mask does. A result that is no text becomes its JSON, no result an empty text. */
export function maskText(text: string, mask: MaskFunction): string | Promise<string> {
  const result = callMask(mask, text);
  return typeof result === "string" ? result : after(result, asText);
}

function maskPlainValue(value: unknown, mask: MaskFunction): unknown {
  if (typeof value === "string") return maskText(value, mask);
  return holdsTexts(value) ? maskTexts(value, (text) => maskText(text, mask)) : value;
}

function maskMetadata(value: unknown, encoding: MetadataEncoding, mask: MaskFunction): unknown {
  const encode = METADATA_ENCODERS[encoding];
  const exact = decodeMetadataValue(value);
  const data = typeof value === "string" ? withPlainNumbers(exact) : exact;
  const inside = (result: unknown): unknown =>
    // The same object: a mask that only knows texts has not seen the texts inside it.
    result === data && holdsTexts(data) ? maskTexts(exact, (text) => callMask(mask, text)) : result;
  return after(after(callMask(mask, data), inside), (result) => {
    const masked = encode(result);
    // A value the mask left unchanged is sent as it was: JSON may hold digits that no JavaScript number does.
    return masked === encode(data) || masked === encode(exact) ? value : masked;
  });
}

function put(masked: Attributes, key: string, result: unknown): void {
  if (result === undefined) delete masked[key];
  else masked[key] = result;
}

function asText(result: unknown): string {
  return serializeValue(result) ?? "";
}
