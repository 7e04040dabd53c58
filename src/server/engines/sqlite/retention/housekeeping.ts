import type { KeepLimits } from "../../../storage/pruning/keep-limits.ts";
import type { MediaKey } from "../../../storage/media/media-storage.ts";
import type { RemoveContents } from "../../../storage/media/content-removal.ts";
import { PruneTotal, type RemovedTrace } from "../../../storage/pruning/prune-total.ts";
import { PruningSchedule, pruningFailure } from "../../../storage/pruning/pruning-schedule.ts";
import type { WriterClient } from "../write/writer-client.ts";

/** Bytes of exports and media to store before the next run. With a small limit for the size, a part of the limit. */
const MAX_BYTES_BETWEEN_RUNS = 64 * 1024 * 1024;
const PART_OF_LIMIT_BETWEEN_RUNS = 0.02;

/** Function that removes the documents of traces without observations from a database elsewhere, and returns their media. */
export type RemoveDocuments = (ended: readonly RemovedTrace[]) => Promise<MediaKey[]>;

interface Removal {
  removeContents: RemoveContents;
  removeDocuments: RemoveDocuments;
  /** Removes the media in a database elsewhere that nothing uses any more, and returns them. */
  removeUnusedDocuments: () => Promise<MediaKey[]>;
  /** Removes what is left of projects whose removal was interrupted. */
  finishRemovals: () => Promise<void>;
  /** Called after each step, with the number of removed observations. */
  onRemoved: (observations: number) => void;
}

/** Housekeeping of the database and the media: keeps them within their limits while the service runs, and logs its removals. */
export class Housekeeping {
  readonly #writer: WriterClient;
  readonly #removal: Removal;
  readonly #limits: KeepLimits;
  readonly #log: (line: string) => void;
  readonly #schedule: PruningSchedule;
  readonly #bytesBetweenRuns: number;
  #bytes = 0;
  #ended: readonly RemovedTrace[] = [];

  constructor(writer: WriterClient, removal: Removal, limits: KeepLimits, log: (line: string) => void) {
    this.#writer = writer;
    this.#removal = removal;
    this.#limits = limits;
    this.#log = log;
    this.#bytesBetweenRuns = Math.min(
      MAX_BYTES_BETWEEN_RUNS,
      (limits.maxBytes ?? Infinity) * PART_OF_LIMIT_BETWEEN_RUNS,
    );
    this.#schedule = new PruningSchedule(async () => this.#prune());
  }

  /** Counts stored bytes, and starts a run when enough bytes have been stored since the last run. */
  stored(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= this.#bytesBetweenRuns) void this.run();
  }

  /** Removes the data over the limits, or joins the run that is under way. Never rejects. */
  async run(): Promise<void> {
    await this.#schedule.run();
  }

  /** Stops after the step that is under way. */
  async stop(): Promise<void> {
    await this.#schedule.stop();
  }

  async #prune(): Promise<void> {
    const total = new PruneTotal();
    this.#bytes = 0;
    try {
      for await (const step of this.#writer.prune({ ...this.#limits, now: Date.now() })) {
        total.add(step);
        this.#removal.onRemoved(step.old + step.overflow + step.ownerless);
        if (step.media.length > 0) await this.#removal.removeContents(step.media);
        // Kept until they are removed: a database that does not answer now is asked again in the next run.
        this.#ended = [...this.#ended, ...step.ended];
        await this.#removeOfEnded(total);
        if (this.#schedule.isStopped) break;
      }
      await this.#removeMedia(await this.#removal.removeUnusedDocuments(), total);
      if (!this.#schedule.isStopped) await this.#removal.finishRemovals();
    } catch (error) {
      this.#log(pruningFailure(error));
    }
    for (const line of total.lines(this.#limits)) this.#log(line);
  }

  async #removeOfEnded(total: PruneTotal): Promise<void> {
    if (this.#ended.length === 0) return;
    const media = await this.#removal.removeDocuments(this.#ended);
    this.#ended = [];
    await this.#removeMedia(media, total);
  }

  async #removeMedia(media: readonly MediaKey[], total: PruneTotal): Promise<void> {
    total.addMedia(media);
    if (media.length > 0) await this.#removal.removeContents(media);
  }
}
