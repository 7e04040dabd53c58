import type { Outcome } from "@svc/core/internal";
import type { ScoreBatch } from "./score-batch.ts";

/** Scores that the main thread delivers for a worker thread, by what became of them. */
export class HandedOverScores {
  /** Batches whose outcome is not known yet. */
  readonly #open = new Set<ScoreBatch["settled"]>();
  #waiting = 0;
  #outcome: Outcome = { delivered: 0, rejected: 0, lost: 0 };

  /** Number of scores whose outcome is not known yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Numbers of the other scores. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  /** Promises of the batches whose outcome is not known yet. */
  settling(): Array<Promise<void>> {
    return [...this.#open].map(({ promise }) => promise);
  }

  /** Adds a batch. Returns the function that takes its outcome. */
  add({ texts: { length }, settled }: ScoreBatch): (outcome: Outcome) => void {
    this.#open.add(settled);
    this.#waiting += length;
    return ({ delivered, rejected, lost }) => {
      this.#open.delete(settled);
      this.#waiting -= length;
      this.#outcome = {
        delivered: this.#outcome.delivered + delivered,
        rejected: this.#outcome.rejected + rejected,
        lost: this.#outcome.lost + lost,
      };
      settled.resolve();
    };
  }
}
