import { TURN_MS } from "#platform/ports";
import { safeSetTimeout } from "@svc/core/internal";
import type { ReadableSpan } from "../readable-span.ts";
import type { SpanMedia } from "./span-media.ts";

/** Span that has ended, and its copy after the mask. */
interface MaskedSpan {
  readonly span: ReadableSpan;
  readonly masked: ReadableSpan;
}

/**
 * Turns of the event loop in which spans give up their media. Large media takes milliseconds: when one turn has spent its time, further
 * spans with large media wait for the next turn. All other spans are passed on at once.
 */
export class MediaTurns {
  readonly #media: Pick<SpanMedia, "takeOut" | "hasLargeTexts">;
  /** Takes a span with references in place of its media. Does not throw. */
  readonly #pass: (span: ReadableSpan) => void;
  readonly #onFault: (span: ReadableSpan, error: unknown) => void;
  #waiting: MaskedSpan[] = [];
  /** Time that this turn has spent, in milliseconds. */
  #spentMs = 0;
  #isTurnDue = false;

  constructor(
    media: Pick<SpanMedia, "takeOut" | "hasLargeTexts">,
    pass: (span: ReadableSpan) => void,
    onFault: (span: ReadableSpan, error: unknown) => void,
  ) {
    this.#media = media;
    this.#pass = pass;
    this.#onFault = onFault;
  }

  /** Passes a span on without its media, in this turn or, when the media is large and the turn has no time left, in a later one. */
  add(span: ReadableSpan, masked: ReadableSpan): void {
    if (this.#spentMs < TURN_MS || !this.#media.hasLargeTexts(masked)) this.#take({ span, masked });
    else this.#waiting.push({ span, masked });
    if (this.#spentMs >= TURN_MS) this.#continueLater();
  }

  /** Resolves when the spans that wait were passed on, in as many turns as they take. */
  async whenPassed(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.#takeTurn();
    }
  }

  /** Passes all spans that wait on before it returns. */
  passAll(): void {
    for (const next of this.#waiting.splice(0)) this.#take(next);
  }

  #continueLater(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    safeSetTimeout(() => {
      this.#isTurnDue = false;
      this.#takeTurn();
      if (this.#waiting.length > 0) this.#continueLater();
    }, 0);
  }

  #takeTurn(): void {
    this.#spentMs = 0;
    while (this.#spentMs < TURN_MS && this.#waiting.length > 0) this.#take(this.#waiting.shift()!);
  }

  #take({ span, masked }: MaskedSpan): void {
    const start = performance.now();
    try {
      const sent = this.#media.takeOut(span, masked);
      if (sent !== masked) this.#spentMs += performance.now() - start;
      this.#pass(sent);
    } catch (error) {
      this.#onFault(span, error);
    }
  }
}
