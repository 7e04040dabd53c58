/** Numbers in one millisecond. With them, numbers stay exact in JavaScript until the year 2039. */
export const NUMBERS_PER_MS = 4_096;

/** Source of numbers in the order of time: each is higher than all before it of the same process. */
export class ArrivalClock {
  #last = 0;
  #firstUnderWay: number | undefined;

  next(): number {
    this.#last = Math.max(this.#last + 1, Date.now() * NUMBERS_PER_MS);
    return this.#last;
  }

  /** Runs the one insert that is under way at a time. Its numbers are above all that {@link lastStored} has returned before. */
  async insert(work: () => Promise<void>): Promise<void> {
    this.#firstUnderWay = this.next();
    try {
      await work();
    } finally {
      this.#firstUnderWay = undefined;
    }
  }

  /** Returns a number not below those of all finished inserts, and below those of the one under way and of all that follow. */
  lastStored(): number {
    return this.#firstUnderWay ?? this.next();
  }
}
