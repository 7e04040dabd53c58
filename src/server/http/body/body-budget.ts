/** Maximum bytes of bodies as sent, over all requests under way: 128 MiB. */
const MAX_SENT_BYTES = 128 * 1024 * 1024;

/** Maximum bytes of decompressed bodies, over all requests under way: 128 MiB. */
const MAX_PLAIN_BYTES = 128 * 1024 * 1024;

/** Maximum ratio of decompressed bytes to compressed bytes in deflate. */
const MAX_COMPRESSION = 1_032;

/**
 * Memory for the bodies of all requests under way. A body that arrives when the memory is full is refused. Decompression waits
 * until there is room for the largest size that the body may reach.
 */
export class BodyBudget {
  #sent = 0;
  #plain = 0;
  readonly #waiting: Array<{ bytes: number; proceed: () => void }> = [];

  /** Takes memory for bytes that arrived. Returns false when too little memory is left: the request cannot be read now. */
  takeSent(bytes: number): boolean {
    if (this.#sent + bytes > MAX_SENT_BYTES) return false;
    this.#sent += bytes;
    return true;
  }

  /** Gives back the memory that {@link takeSent} took. */
  giveSent(bytes: number): void {
    this.#sent -= bytes;
  }

  /**
   * Takes memory for the largest size that a compressed body may reach, as soon as there is room. Resolves to that size, in
   * bytes.
   */
  async takePlain(compressedBytes: number, maxBytes: number): Promise<number> {
    const bytes = Math.min(maxBytes, compressedBytes * MAX_COMPRESSION);
    if (this.#waiting.length > 0 || this.#plain + bytes > MAX_PLAIN_BYTES) {
      await new Promise<void>((resolve) => this.#waiting.push({ bytes, proceed: resolve }));
    } else {
      this.#plain += bytes;
    }
    return bytes;
  }

  /** Gives back memory that {@link takePlain} took, and lets waiting bodies proceed in their order. */
  givePlain(bytes: number): void {
    this.#plain -= bytes;
    for (let [first] = this.#waiting; first && this.#plain + first.bytes <= MAX_PLAIN_BYTES; [first] = this.#waiting) {
      this.#waiting.shift();
      this.#plain += first.bytes;
      first.proceed();
    }
  }
}
