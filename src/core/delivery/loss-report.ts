import { logger } from "../logging/logger.ts";
import { amountLost, type Cargo, type Loss } from "./loss.ts";

/**
 * Counter of undelivered items that logs the losses. The first loss for a reason is logged at once, then each time the
 * losses for that reason have grown tenfold.
 */
export class LossReport {
  readonly #cargo: Cargo;
  readonly #losses = new Map<string, { lost: number; said: number }>();

  constructor(cargo: Cargo) {
    this.#cargo = cargo;
  }

  /** Number of items lost so far, for any reason. */
  get total(): number {
    let total = 0;
    for (const { lost } of this.#losses.values()) total += lost;
    return total;
  }

  add(count: number, reason: string): void {
    if (count === 0) return;
    const loss = this.#losses.get(reason) ?? { lost: 0, said: 0 };
    this.#losses.set(reason, loss);
    loss.lost += count;
    if (loss.said === 0 || loss.lost >= loss.said * 10) this.#say(loss, reason);
  }

  /** Returns the losses since the last log line and marks them as reported. */
  takeRest(): Loss[] {
    return [...this.#losses].flatMap(([reason, loss]) => {
      const count = loss.lost - loss.said;
      loss.said = loss.lost;
      return count === 0 ? [] : [{ cargo: this.#cargo, count, reason }];
    });
  }

  /** Logs the losses since the last log line. */
  sayRest(): void {
    for (const [reason, loss] of this.#losses) {
      if (loss.lost > loss.said) this.#say(loss, reason);
    }
  }

  #say(loss: { lost: number; said: number }, reason: string): void {
    loss.said = loss.lost;
    logger.error(`${amountLost(this.#cargo, loss.lost)}: ${reason}`);
  }
}
