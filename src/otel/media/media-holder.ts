import { mediaHash, mediaIdOf, mediaTag, receiveMedia, type HandedMedia } from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";

/** Media that was handed over, and its reference. */
export interface HeldMedia extends HandedMedia {
  readonly tag: string;
  readonly sha256Hash: string;
}

/**
 * Holder of the media that instrumentations hand over through `receiveMedia` before they write an attribute. Media is kept until its
 * span ends, and discarded when the span is dropped or garbage-collected.
 */
export class MediaHolder {
  /**
   * Scopes of the tracers whose spans come here. Each tracer has an object of its own. To remember each span would take as long as
   * all else that happens at its start.
   */
  readonly #scopes = new WeakSet<object>();
  readonly #held = new WeakMap<object, HeldMedia[]>();
  /** Accepts no more media. */
  readonly stop: () => void = receiveMedia((span, handed) => this.#hold(span, handed));

  /** Accepts media of this span, and of the other spans of its tracer, from now on. */
  follow(span: ReadableSpan): void {
    this.#scopes.add(span.instrumentationScope);
  }

  /** Returns the media of a span that has ended, and forgets them. */
  take(span: ReadableSpan): readonly HeldMedia[] {
    const held = this.#held.get(span) ?? [];
    this.#held.delete(span);
    return held;
  }

  #hold(span: object, handed: HandedMedia): string | undefined {
    // A span that is not recorded has no scope.
    if (!this.#scopes.has((span as ReadableSpan).instrumentationScope)) return undefined;
    const sha256Hash = mediaHash(handed.bytes);
    const tag = mediaTag(handed.contentType, mediaIdOf(sha256Hash), handed.source);
    const held = this.#held.get(span) ?? [];
    this.#held.set(span, held);
    if (!held.some((other) => tag === other.tag && handed.field === other.field)) {
      held.push({ ...handed, tag, sha256Hash });
    }
    return tag;
  }
}
