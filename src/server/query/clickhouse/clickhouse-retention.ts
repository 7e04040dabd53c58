import type { RemoveContents } from "../../ingest/writer/housekeeping.ts";
import type { ClickHouseDatabase } from "../../storage/clickhouse/clickhouse-database.ts";
import type { KeepLimits } from "../../storage/pruning/keep-limits.ts";
import { PruningSchedule, pruningFailure } from "../../storage/pruning/pruning-schedule.ts";
import { oldestKept } from "../../storage/pruning/retention.ts";
import type { Records } from "../../storage/records.ts";
import { listProjects } from "../../stores/projects.ts";
import type { TraceDocuments } from "../../stores/trace-documents.ts";
import type { Retention } from "../observation-engine.ts";
import type { ArrivalClock } from "./writing/arrival-clock.ts";
import { type OldData, deleteOld, endedTraces } from "./writing/removal.ts";

/** Traces whose media are removed in one write. */
const TRACES_IN_WRITE = 1_000;

/** Parts of the service that the removal needs. */
interface RetentionParts {
  database: ClickHouseDatabase;
  clock: ArrivalClock;
  records: Records;
  documents: TraceDocuments;
  removeContents: RemoveContents;
  /** Called with the number of removed observations. */
  onRemoved: (observations: number) => void;
  limits: KeepLimits;
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
    const { clock, records, limits, log } = this.#parts;
    // Data that arrive during the run wait for the next one, however old its time is.
    const lastVersion = clock.next();
    let removed = 0;
    try {
      for (const { id, retentionDays } of await listProjects(records)) {
        const time = oldestKept(retentionDays, limits.keepDays, Date.now());
        if (time === undefined || this.#schedule.isStopped) continue;
        removed += await this.#removeOldOf({ projectId: id, time, lastVersion });
      }
    } catch (error) {
      log(pruningFailure(error));
    }
    this.#parts.onRemoved(removed);
    if (removed > 0) log(`removed ${removed} observations that were too old (--keep-days ${limits.keepDays ?? 0})`);
  }

  /** Removes the media first: when they cannot be removed, their traces are still there, and the next run finds them. */
  async #removeOldOf(old: OldData): Promise<number> {
    const { database, documents, removeContents } = this.#parts;
    const { projectId } = old;
    const ended = await endedTraces(database, old);
    for (let start = 0; start < ended.length && !this.#schedule.isStopped; start += TRACES_IN_WRITE) {
      const part = ended.slice(start, start + TRACES_IN_WRITE);
      await removeContents(await documents.removeMedia(part.map((traceId) => ({ projectId, traceId }))));
    }
    return this.#schedule.isStopped ? 0 : deleteOld(database, old);
  }
}
