import { receiveMedia, type HandedMedia } from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";
import type { ExtractedMedia } from "./media-extraction.ts";

/**
 * Media that instrumentations took out of a span's values before they wrote them. The media is kept with the span until
 * the span ends, and discarded when the span is dropped or garbage-collected.
 */
export class SpanMedia {
  readonly #followed = new WeakSet<object>();
  readonly #held = new WeakMap<object, HandedMedia[]>();
  readonly #stop: () => void;

  constructor() {
    this.#stop = receiveMedia((span, handed) => this.#hold(span, handed));
  }

  /** Accepts media of this span from now on. */
  follow(span: object): void {
    this.#followed.add(span);
  }

  /** Removes and returns the span's media whose reference is still in the sent span: a mask may have removed a reference. */
  take(span: ReadableSpan, sent: ReadableSpan): ExtractedMedia[] {
    const held = this.#held.get(span);
    if (held === undefined) return [];
    this.#held.delete(span);
    const texts = Object.values(sent.attributes).filter((value) => typeof value === "string");
    const isSent = ({ tag }: HandedMedia): boolean => texts.some((text) => text.includes(tag));
    return held.filter(isSent).map((media) => ({ media, field: media.field }));
  }

  /** Accepts no more media. */
  stop(): void {
    this.#stop();
  }

  #hold(span: object, handed: HandedMedia): boolean {
    if (!this.#followed.has(span)) return false;
    const held = this.#held.get(span);
    if (held === undefined) this.#held.set(span, [handed]);
    else if (!held.some(({ tag, field }) => tag === handed.tag && field === handed.field)) held.push(handed);
    return true;
  }
}
