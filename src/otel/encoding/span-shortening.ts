import { textSize } from "#encoding/request-form";
import type { Attributes } from "@opentelemetry/api";
import { logger, utf8, utf8Text } from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";

/** Bytes left for the other fields of the span. */
const MARGIN = 1_024;

/** Bytes left for the key of a text and for the marker. */
const FIELD_MARGIN = 128;

/**
 * Returns a copy of a span with its longest texts cut so that it fits. Each cut text ends in a marker with the number of
 * missing bytes; events are left out. A list that is too long becomes a cut text. The span itself does not change.
 */
export function shortenSpan(span: ReadableSpan, size: number, limit: number): ReadableSpan {
  logger.warnOnce(
    `The span ${JSON.stringify(span.name)} has ${size} bytes, at most ${limit} can be sent (SVC_OTEL_MAX_BATCH_SIZE_BYTES): its longest texts are cut.`,
  );
  const texts = Object.entries(span.attributes)
    .filter(([, value]) => typeof value === "string" || typeof value === "object")
    .map(([key, value]): [string, string] => [key, typeof value === "string" ? value : JSON.stringify(value)]);
  const shortest = texts.toSorted(([, a], [, b]) => textSize(a) - textSize(b));
  const attributes: Attributes = { ...span.attributes };
  let room = Math.max(0, limit - MARGIN - FIELD_MARGIN * texts.length);
  for (const [index, [key, text]] of shortest.entries()) {
    const share = Math.floor(room / (shortest.length - index));
    if (textSize(text) > share) attributes[key] = cut(text, share);
    room -= Math.min(share, textSize(text));
  }
  return Object.create(span, {
    attributes: { value: attributes, enumerable: true },
    events: { value: [], enumerable: true },
  }) as ReadableSpan;
}

/** Returns a text cut to a number of bytes in a request, which its form may make larger than those of the text. */
function cut(text: string, bytes: number): string {
  const whole = utf8(text);
  let kept = utf8Text(whole, 0, Math.min(bytes, whole.length));
  for (let size = textSize(kept); size > bytes; size = textSize(kept)) {
    kept = kept.slice(0, Math.floor((kept.length * bytes) / size));
  }
  kept = kept.replace(HALF_CHARACTER, "");
  return `${kept}… <${whole.length - utf8(kept).length} bytes cut by the svc SDK>`;
}

/** Pattern of a character that was cut in the middle. */
const HALF_CHARACTER = /[\ud800-\udbff\ufffd]$/;
