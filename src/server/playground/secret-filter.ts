const HIDDEN = "[secret]";

/** Filter that takes a secret out of text that arrives in pieces, wherever the pieces are cut. */
export class SecretFilter {
  readonly #secret: string;
  #held = "";

  /** `secret`: empty to let everything pass. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Returns what can be passed on of the text so far. Holds back an end that may be the beginning of the secret. */
  push(piece: string): string {
    if (this.#secret === "") return piece;
    const text = this.clean(this.#held + piece);
    const held = this.#beginningAtEnd(text);
    this.#held = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  /** Returns what was held back. */
  end(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  /** Returns a whole text without the secret. */
  clean(text: string): string {
    return this.#secret === "" ? text : text.replaceAll(this.#secret, HIDDEN);
  }

  #beginningAtEnd(text: string): number {
    for (let length = Math.min(this.#secret.length - 1, text.length); length > 0; length -= 1) {
      if (text.endsWith(this.#secret.slice(0, length))) return length;
    }
    return 0;
  }
}
