import { logger } from "../logging/logger.ts";
import { describeLoss, type Cargo, type Loss } from "./loss.ts";

/** Losses for one reason: their number, and the number that the latest log line gave. */
interface Sum {
  readonly reason: string;
  readonly mayHaveArrived: boolean;
  lost: number;
  said: number;
}

/**
 * Counter of undelivered items that logs the losses. The first loss for a reason is logged at once, then each time the
 * losses for that reason have grown tenfold. Items that may have arrived are counted and logged apart.
 */
export class LossReport {
  readonly #cargo: Cargo;
  readonly #sums = new Map<string, Sum>();

  constructor(cargo: Cargo) {
    this.#cargo = cargo;
  }

  /** Number of items lost so far, for any reason, with those that may have arrived. */
  get total(): number {
    let total = 0;
    for (const { lost } of this.#sums.values()) total += lost;
    return total;
  }

  /** Counts lost items. `mayHaveArrived`: a request with them was sent, and its answer did not come. */
  add(count: number, reason: string, mayHaveArrived = false): void {
    if (count === 0) return;
    const key = `${mayHaveArrived} ${reason}`;
    const sum = this.#sums.get(key) ?? { reason, mayHaveArrived, lost: 0, said: 0 };
    this.#sums.set(key, sum);
    sum.lost += count;
    if (sum.said === 0 || sum.lost >= sum.said * 10) this.#say(sum);
  }

  /** Returns the losses since the last log line and marks them as reported. */
  takeRest(): Loss[] {
    return [...this.#sums.values()].flatMap((sum) => {
      const { reason, mayHaveArrived } = sum;
      const count = sum.lost - sum.said;
      sum.said = sum.lost;
      return count === 0 ? [] : [{ cargo: this.#cargo, count, reason, mayHaveArrived }];
    });
  }

  /** Logs the losses since the last log line. */
  sayRest(): void {
    for (const sum of this.#sums.values()) {
      if (sum.lost > sum.said) this.#say(sum);
    }
  }

  #say(sum: Sum): void {
    sum.said = sum.lost;
    logger.error(describeLoss({ ...sum, cargo: this.#cargo, count: sum.lost }));
  }
}
