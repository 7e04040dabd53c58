import { createHmac, timingSafeEqual } from "node:crypto";

/** Purpose of a sealed text. One that was sealed for another purpose does not open. */
export type SealPurpose = "session" | "sign-in";

/**
 * Maker and checker of texts that a browser keeps for the service. Everyone can read them, and nobody without the secret can make
 * or change one.
 */
export class Seal {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Returns the sealed form of the content, which opens for this number of seconds. */
  seal(purpose: SealPurpose, content: object, seconds: number): string {
    const text = JSON.stringify({ content, until: Date.now() + seconds * 1000 });
    const encoded = Buffer.from(text).toString("base64url");
    return `${encoded}.${this.#codeOf(purpose, encoded).toString("base64url")}`;
  }

  /** Returns the content of a sealed text; undefined for a text that is not sealed, was changed or is too old. */
  open(purpose: SealPurpose, sealed: string): unknown {
    const [encoded = "", code = ""] = sealed.split(".");
    const given = Buffer.from(code, "base64url");
    const expected = this.#codeOf(purpose, encoded);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { content, until } = JSON.parse(Buffer.from(encoded, "base64url").toString()) as {
      content: unknown;
      until: number;
    };
    return until > Date.now() ? content : undefined;
  }

  #codeOf(purpose: SealPurpose, encoded: string): Buffer {
    return createHmac("sha256", this.#secret).update(`${purpose}.${encoded}`).digest();
  }
}
