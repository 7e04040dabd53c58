import { secretForms, secretPattern } from "./secret-forms.ts";

const HIDDEN = "[secret]";

/** Most characters at the end of a text in which the beginning of a secret is looked for. */
const MOST_HELD = 1_000;

/**
 * Filter that takes a secret out of text that arrives in pieces, wherever the pieces are cut, and in whichever form of
 * {@link secretForms} the text repeats it.
 */
export class SecretFilter {
  readonly #forms: readonly string[];
  readonly #pattern: RegExp | undefined;
  #held = "";

  /** `secret`: empty to let everything pass. */
  constructor(secret: string) {
    const forms = secretForms(secret);
    this.#pattern = secretPattern(forms);
    this.#forms = forms.map((form) => form.toLowerCase());
  }

  /** Returns what can be passed on of the text so far. Holds back an end that may be the beginning of the secret. */
  push(piece: string): string {
    if (this.#pattern === undefined) return piece;
    const text = this.clean(this.#held + piece);
    const end = this.#startOfBeginning(text);
    this.#held = text.slice(end);
    return text.slice(0, end);
  }

  /** Returns what was held back. */
  end(): string {
    const held = this.#held;
    this.#held = "";
    return held;
  }

  /** Returns a whole text without the secret. */
  clean(text: string): string {
    return this.#pattern === undefined ? text : text.replaceAll(this.#pattern, HIDDEN);
  }

  /** Returns the place from which the rest of a text may be the beginning of the secret; the length of the text without one. */
  #startOfBeginning(text: string): number {
    const from = Math.max(0, text.length - MOST_HELD);
    // The characters without white space, with their places in the text.
    const characters: string[] = [];
    const places: number[] = [];
    for (let at = from; at < text.length; at += 1) {
      const character = text[at]!;
      if (/\s/.test(character)) continue;
      characters.push(character.toLowerCase());
      places.push(at);
    }
    const tail = characters.join("");
    for (let start = 0; start < tail.length; start += 1) {
      const rest = tail.slice(start);
      if (this.#forms.some((form) => form.startsWith(rest))) return places[start]!;
    }
    return text.length;
  }
}
