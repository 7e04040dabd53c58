/** Most bytes of bodies as they were sent, of all requests under way: 128 MiB. */
const MAX_SENT_BYTES = 128 * 1024 * 1024;

/** Most bytes that bodies may take decompressed, of all requests under way: 128 MiB. */
const MAX_PLAIN_BYTES = 128 * 1024 * 1024;

/** Deflate makes no byte out of less than a thousandth of one. */
const MAX_COMPRESSION = 1_032;

/**
 * Memory for the bodies of all requests under way together. Bodies as they arrive are refused where there is no more; decompressing
 * waits until there is room for the most that a body may become.
 */
export class BodyBudget {
  #sent = 0;
  #plain = 0;
  readonly #waiting: Array<{ bytes: number; proceed: () => void }> = [];

  /** Takes memory for bytes that arrived. False when there is none left: the request cannot be read now. */
  takeSent(bytes: number): boolean {
    if (this.#sent + bytes > MAX_SENT_BYTES) return false;
    this.#sent += bytes;
    return true;
  }

  /** Gives back what {@link takeSent} took. */
  giveSent(bytes: number): void {
    this.#sent -= bytes;
  }

  /** Takes memory for what a compressed body may become, as soon as there is room for it, and gives how much that is. */
  async takePlain(compressedBytes: number, maxBytes: number): Promise<number> {
    const bytes = Math.min(maxBytes, compressedBytes * MAX_COMPRESSION);
    if (this.#waiting.length > 0 || this.#plain + bytes > MAX_PLAIN_BYTES) {
      await new Promise<void>((resolve) => this.#waiting.push({ bytes, proceed: resolve }));
    } else {
      this.#plain += bytes;
    }
    return bytes;
  }

  /** Gives back memory that {@link takePlain} took, and lets those proceed that waited for it, in their order. */
  givePlain(bytes: number): void {
    this.#plain -= bytes;
    for (let [first] = this.#waiting; first && this.#plain + first.bytes <= MAX_PLAIN_BYTES; [first] = this.#waiting) {
      this.#waiting.shift();
      this.#plain += first.bytes;
      first.proceed();
    }
  }
}
