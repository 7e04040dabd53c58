import type { BodyOwner } from "./body-owner.ts";
import { SharedMemory } from "./shared-memory.ts";

/** Maximum ratio of decompressed bytes to compressed bytes in deflate. */
const MAX_COMPRESSION = 1_032;

/** Compressed body that waits for memory. */
interface Waiting {
  readonly owner: BodyOwner;
  readonly bytes: number;
  readonly proceed: () => void;
}

/**
 * Memory for the bodies of all requests under way. A body that arrives when the memory, or the share of its owner, is full is refused.
 * Decompression waits until there is room for the largest size that the body may reach.
 */
export class BodyBudget {
  readonly #sent = new SharedMemory();
  readonly #plain = new SharedMemory();
  #waiting: Waiting[] = [];

  /** Takes memory for bytes that arrived. Returns false when too little memory is left: the request cannot be read now. */
  takeSent(owner: BodyOwner, bytes: number): boolean {
    if (!this.#sent.hasRoom(bytes) || !this.#sent.isWithinShare(owner, bytes)) return false;
    this.#sent.take(owner, bytes);
    return true;
  }

  /** Gives back the memory that {@link takeSent} took. */
  giveSent(owner: BodyOwner, bytes: number): void {
    this.#sent.take(owner, -bytes);
  }

  /**
   * Takes memory for the largest size that a compressed body may reach, as soon as there is room. Resolves to that size, in
   * bytes.
   */
  async takePlain(owner: BodyOwner, compressedBytes: number, maxBytes: number): Promise<number> {
    const bytes = Math.min(maxBytes, compressedBytes * MAX_COMPRESSION);
    await new Promise<void>((proceed) => {
      this.#waiting.push({ owner, bytes, proceed });
      this.#proceed();
    });
    return bytes;
  }

  /** Gives back memory that {@link takePlain} took, and lets waiting bodies proceed. */
  givePlain(owner: BodyOwner, bytes: number): void {
    this.#plain.take(owner, -bytes);
    this.#proceed();
  }

  /** Lets waiting bodies proceed in their order. A body whose owner has its share waits without delaying those of others. */
  #proceed(): void {
    let isFull = false;
    this.#waiting = this.#waiting.filter(({ owner, bytes, proceed }) => {
      if (isFull || !this.#plain.isWithinShare(owner, bytes)) return true;
      isFull = !this.#plain.hasRoom(bytes);
      if (isFull) return true;
      this.#plain.take(owner, bytes);
      proceed();
      return false;
    });
  }
}
