import { receiveMedia, type HandedMedia, type MediaContent, type PlacedMedia } from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";
import { extractMedia, type MediaField } from "./media-extraction.ts";

/** Accepts media for upload. Returns at once. */
type Upload = (media: PlacedMedia) => void;

/**
 * Media of spans, which is uploaded apart from them. Media comes from two sources: instrumentations hand it over before
 * they write a value, and texts hold it as base64. Media that was handed over is kept with its span until the span ends,
 * and discarded when the span is dropped or garbage-collected.
 */
export class SpanMedia {
  readonly #upload: Upload;
  readonly #followed = new WeakSet<object>();
  readonly #held = new WeakMap<object, HandedMedia[]>();
  readonly #stop: () => void;

  constructor(upload: Upload) {
    this.#upload = upload;
    this.#stop = receiveMedia((span, handed) => this.#hold(span, handed));
  }

  /** Accepts media of this span from now on. */
  follow(span: object): void {
    this.#followed.add(span);
  }

  /**
   * Uploads the media of a span that is to be sent: the media handed over for `span`, and the media in the texts of
   * `masked`, its copy after the mask. Returns the span to send, with references in place of the media.
   */
  takeOut(span: ReadableSpan, masked: ReadableSpan): ReadableSpan {
    const held = this.#held.get(span);
    if (held !== undefined) this.#uploadHeld(held, span, masked);
    const extraction = extractMedia(masked);
    if (extraction === undefined) return masked;
    for (const { media, field } of extraction.media) this.#uploadFrom(span, media, field);
    return extraction.span;
  }

  /** Accepts no more media. */
  stop(): void {
    this.#stop();
  }

  /** Uploads the media whose reference is still in the masked span: a mask may have removed a reference. */
  #uploadHeld(held: readonly HandedMedia[], span: ReadableSpan, masked: ReadableSpan): void {
    this.#held.delete(span);
    const texts = Object.values(masked.attributes).filter((value) => typeof value === "string");
    for (const { tag, field, bytes, contentType } of held) {
      if (texts.some((text) => text.includes(tag))) this.#uploadFrom(span, { bytes, contentType }, field);
    }
  }

  #uploadFrom(span: ReadableSpan, media: MediaContent, field: MediaField): void {
    const { traceId, spanId } = span.spanContext();
    this.#upload({ media, place: { traceId, observationId: spanId, field } });
  }

  #hold(span: object, handed: HandedMedia): boolean {
    if (!this.#followed.has(span)) return false;
    const held = this.#held.get(span);
    if (held === undefined) this.#held.set(span, [handed]);
    else if (!held.some(({ tag, field }) => tag === handed.tag && field === handed.field)) held.push(handed);
    return true;
  }
}
