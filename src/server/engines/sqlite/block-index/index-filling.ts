import type { BlockIndex } from "./block-index.ts";

/** Pause between a change and the addition of its blocks to the index, in milliseconds. */
const PAUSE_MS = 100;

/** Delay after which the index goes before waiting tasks, in milliseconds. */
const LATE_MS = 400;

/** Time that one turn blocks other tasks, in milliseconds. A turn adds at least one block. */
const TURN_MS = 5;

/** Filling of the index in turns between the tasks of the writer. */
export class IndexFilling {
  readonly #index: BlockIndex;
  #next: NodeJS.Timeout | undefined;
  #due = 0;

  constructor(index: BlockIndex) {
    this.#index = index;
  }

  /** Plans a turn after a change. Under a load that leaves the thread no time, makes the turn at once when it is late. */
  changed(): void {
    if (this.#next === undefined) this.#plan(PAUSE_MS);
    else if (performance.now() > this.#due + LATE_MS) this.#turn();
  }

  /** Ends the filling. The next start of the service continues it. */
  stop(): void {
    clearTimeout(this.#next);
  }

  #plan(pauseMs: number): void {
    this.#due = performance.now() + pauseMs;
    this.#next = setTimeout(() => this.#turn(), pauseMs);
  }

  #turn(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    const end = performance.now() + TURN_MS;
    try {
      while (this.#index.fillNext()) if (performance.now() > end) return this.#plan(0);
    } catch {
      // The disk or another process is in the way. Reads go without the index until a later turn.
    }
  }
}
