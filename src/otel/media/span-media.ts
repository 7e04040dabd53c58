import type { Attributes } from "@opentelemetry/api";
import {
  DATA_URI_MARK,
  mediaHash,
  mediaIdOf,
  mediaTag,
  piecesOf,
  type HandedMedia,
  type MediaContent,
  type PlacedMedia,
} from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import * as GenAi from "@svc/core/internal/gen-ai";
import { maskedEncodingOf } from "../masking/exact-names.ts";
import type { ReadableSpan } from "../readable-span.ts";
import { replaceDataUris } from "./data-uris.ts";
import { MediaHolder, type HeldMedia } from "./media-holder.ts";
import { MEDIA_PART, replaceMediaParts } from "./message-media.ts";

/** Attributes whose messages may hold media as bare base64, of the AI SDK and of the GenAI conventions. */
const MESSAGE_ATTRIBUTES: ReadonlySet<string> = new Set([
  "ai.prompt",
  "ai.prompt.messages",
  GenAi.INPUT_MESSAGES,
  GenAi.OUTPUT_MESSAGES,
]);

/** Accepts media for upload. Returns at once. */
type Upload = (media: PlacedMedia) => void;

/**
 * Media of spans. Instrumentations hand some over; base64 in attribute texts is found here. Both are uploaded on their own, and the span
 * carries a reference.
 */
export class SpanMedia {
  readonly #upload: Upload;
  readonly #holder = new MediaHolder();

  constructor(upload: Upload) {
    this.#upload = upload;
  }

  /** Accepts media of this span, and of the other spans of its tracer, from now on. */
  follow(span: ReadableSpan): void {
    this.#holder.follow(span);
  }

  /**
   * Uploads the media of a span that is to be sent: the media handed over for `span`, and the media in the texts of
   * `masked`, its copy after the mask. Returns the span to send, with references in place of the media.
   */
  takeOut(span: ReadableSpan, masked: ReadableSpan): ReadableSpan {
    const held = this.#holder.take(span);
    if (held.length > 0) this.#uploadHeld(held, span, masked);
    const { attributes } = masked;
    let replaced: Attributes | undefined;
    for (const key in attributes) {
      const text: unknown = attributes[key];
      if (typeof text !== "string" || text.length < SHORTEST_MEDIA) continue;
      const pieces = piecesOf(span, text);
      if (pieces === undefined && !mayHoldMedia(key, text)) continue;
      const withoutMedia = (pieces ?? [text]).map((piece) => this.#extract(span, key, piece)).join("");
      if (withoutMedia !== text) (replaced ??= { ...attributes })[key] = withoutMedia;
    }
    if (replaced === undefined) return masked;
    return Object.create(masked, { attributes: { value: replaced, enumerable: true } }) as ReadableSpan;
  }

  /** Returns true when a text of a masked span is so long that media in it takes milliseconds. */
  hasLargeTexts({ attributes }: ReadableSpan): boolean {
    for (const key in attributes) {
      const text: unknown = attributes[key];
      if (typeof text === "string" && text.length >= LARGE_TEXT && mayHoldMedia(key, text)) return true;
    }
    return false;
  }

  /** Accepts no more media. */
  stop(): void {
    this.#holder.stop();
  }

  /** Uploads the media whose reference is still in the masked span: a mask may have removed a reference. */
  #uploadHeld(held: readonly HeldMedia[], span: ReadableSpan, masked: ReadableSpan): void {
    const texts = Object.values(masked.attributes).filter((value) => typeof value === "string");
    for (const media of held) {
      if (texts.some((text) => text.includes(media.tag))) this.#uploadFrom(span, media, media.sha256Hash, media.field);
    }
  }

  /** Uploads the media in a text of a span. Returns the text with references in place of the media. */
  #extract(span: ReadableSpan, key: string, text: string): string {
    if (!mayHoldMedia(key, text) || maskedEncodingOf(key) === undefined) return text;
    const replace = (media: MediaContent): string => {
      const sha256Hash = mediaHash(media.bytes);
      this.#uploadFrom(span, media, sha256Hash, fieldOf(key));
      return mediaTag(media.contentType, mediaIdOf(sha256Hash), "base64_data_uri");
    };
    const withoutUris = replaceDataUris(text, replace);
    return MESSAGE_ATTRIBUTES.has(key) ? replaceMediaParts(withoutUris, replace) : withoutUris;
  }

  #uploadFrom(span: ReadableSpan, media: MediaContent, sha256Hash: string, field: HandedMedia["field"]): void {
    const { traceId, spanId } = span.spanContext();
    this.#upload({ media, sha256Hash, place: { traceId, observationId: spanId, field } });
  }
}

/** Length of the shortest text that can hold media. Most attributes are shorter. */
const SHORTEST_MEDIA = `data:;base${DATA_URI_MARK}`.length;

/** Length from which a text with media counts as large: decoding and hashing it takes about a millisecond or more. */
const LARGE_TEXT = 64 * 1024;

/** Returns true when a text may hold media: a cheap check for the many texts without one. */
function mayHoldMedia(key: string, text: string): boolean {
  if (text.includes(DATA_URI_MARK)) return true;
  return MESSAGE_ATTRIBUTES.has(key) && text.startsWith("[") && MEDIA_PART.test(text);
}

function fieldOf(attribute: string): HandedMedia["field"] {
  if (attribute.startsWith(A.OBSERVATION_METADATA) || attribute.startsWith(A.TRACE_METADATA)) return "metadata";
  return /input|prompt/.test(attribute) ? "input" : "output";
}
