import type { Attributes } from "@opentelemetry/api";
import { LONGEST_BLOB, bytesToBase64 } from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";
import { MediaHolder } from "./media-holder.ts";

/** Media of spans for a backend that stores none by themselves: they return into the texts of their span, as data URIs. */
export class EnclosedMedia {
  readonly #holder = new MediaHolder();

  /** Accepts media of this span, and of the other spans of its tracer, from now on. */
  follow(span: ReadableSpan): void {
    this.#holder.follow(span);
  }

  /** Returns the span to send: `masked`, the copy of `span` after the mask, with the media whose references are left. */
  putBack(span: ReadableSpan, masked: ReadableSpan): ReadableSpan {
    const held = this.#holder.take(span).filter(({ bytes }) => (bytes.length * 4) / 3 <= LONGEST_BLOB);
    if (held.length === 0) return masked;
    const { attributes } = masked;
    const replaced: Attributes = { ...attributes };
    for (const { tag, contentType, bytes } of held) {
      const uri = `data:${contentType};base64,${bytesToBase64(bytes)}`;
      for (const [key, text] of Object.entries(replaced)) {
        if (typeof text === "string" && text.includes(tag)) replaced[key] = text.replaceAll(tag, uri);
      }
    }
    return Object.create(masked, { attributes: { value: replaced, enumerable: true } }) as ReadableSpan;
  }

  /** Accepts no more media. */
  stop(): void {
    this.#holder.stop();
  }
}
