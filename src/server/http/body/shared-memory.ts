import type { BodyOwner } from "./body-owner.ts";

/** Maximum bytes of the bodies of one kind over all requests under way: 160 MiB, of which an owner has a part. */
const MAX_BYTES = 160 * 1024 * 1024;

/** Memory that owners share: how much is taken, and by whom. */
export class SharedMemory {
  readonly #byOwner = new Map<string, number>();
  #taken = 0;

  /** Returns true while there is room for these bytes. */
  hasRoom(bytes: number): boolean {
    return this.#taken + bytes <= MAX_BYTES;
  }

  /** Returns true while an owner may take these bytes. */
  isWithinShare(owner: BodyOwner, bytes: number): boolean {
    return this.takenBy(owner) + bytes <= owner.maxBytes;
  }

  /** Returns the bytes that an owner has taken. */
  takenBy({ name }: BodyOwner): number {
    return this.#byOwner.get(name) ?? 0;
  }

  /** Takes bytes, or gives them back when `bytes` is negative. */
  take(owner: BodyOwner, bytes: number): void {
    this.#taken += bytes;
    const taken = this.takenBy(owner) + bytes;
    if (taken > 0) this.#byOwner.set(owner.name, taken);
    else this.#byOwner.delete(owner.name);
  }
}
