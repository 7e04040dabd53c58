import { SecretParts } from "./secret-parts.ts";

const HIDDEN = "[secret]";

/** Most characters at the end of a text in which the beginning of a secret is looked for. */
const MOST_HELD = 1_000;

/**
 * Filter that takes a secret, and each half of it, out of text that arrives in pieces, wherever the pieces are cut, and in whichever form
 * the text repeats it.
 */
export class SecretFilter {
  readonly #parts: SecretParts | undefined;
  #held = "";

  /** `secret`: empty to let everything pass. */
  constructor(secret: string) {
    this.#parts = secret === "" ? undefined : new SecretParts(secret);
  }

  /** Returns what can be passed on of the text so far. Holds back an end that may be in the secret. */
  push(piece: string): string {
    if (this.#parts === undefined) return piece;
    const text = this.#held + piece;
    const tail = Math.max(0, text.length - MOST_HELD);
    const open = tail + this.#parts.openIn(text.slice(tail));
    const crossing = this.#parts.in(text).find(([start, end]) => start < open && open < end);
    const end = crossing === undefined ? open : crossing[0];
    this.#held = text.slice(end);
    return this.clean(text.slice(0, end));
  }

  /** Returns what was held back. */
  end(): string {
    const held = this.clean(this.#held);
    this.#held = "";
    return held;
  }

  /** Returns a whole text without the secret. */
  clean(text: string): string {
    if (this.#parts === undefined) return text;
    let cleaned = "";
    let from = 0;
    for (const [start, end] of this.#parts.in(text)) {
      cleaned += text.slice(from, start) + HIDDEN;
      from = end;
    }
    return cleaned + text.slice(from);
  }
}
