import { PruneTotal } from "../../../storage/pruning/prune-total.ts";
import { PruningSchedule, pruningFailure } from "../../../storage/pruning/pruning-schedule.ts";
import type { Retention } from "../../../storage/observation-engine.ts";
import { type PruneParts, pruneOld } from "./prune-old.ts";

/** Parts of the service that the removal needs. */
interface RetentionParts extends PruneParts {
  /** Removes what is left of projects whose removal was interrupted. */
  finishRemovals: () => Promise<void>;
  /** Called with the number of removed observations. */
  onRemoved: (observations: number) => void;
  log: (line: string) => void;
}

/**
 * Removal of the observations and scores that are older than the retention of their project, with their media. A changed
 * retention holds for what is stored already. Every process of the service does this; what one has removed, the others no longer
 * find.
 */
export class ClickHouseRetention implements Retention {
  readonly #parts: RetentionParts;
  readonly #schedule: PruningSchedule;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
    this.#schedule = new PruningSchedule(async () => this.#removeOld());
  }

  /** Does nothing: the size of the data has no limit. */
  stored(): void {}

  async run(): Promise<void> {
    await this.#schedule.run();
  }

  async stop(): Promise<void> {
    await this.#schedule.stop();
  }

  async #removeOld(): Promise<void> {
    const { limits, finishRemovals, onRemoved, log } = this.#parts;
    const total = new PruneTotal();
    let removed = 0;
    try {
      for await (const step of pruneOld(this.#parts)) {
        total.add(step);
        removed += step.old;
        if (this.#schedule.isStopped) break;
      }
      if (!this.#schedule.isStopped) await finishRemovals();
    } catch (error) {
      log(pruningFailure(error));
    }
    onRemoved(removed);
    for (const line of total.lines(limits)) log(line);
  }
}
