import type { MediaStorage } from "./media/media-storage.ts";
import type { ObservationStorage } from "./observation-storage.ts";
import type { Records } from "./records.ts";

/**
 * Ports to everything that the service stores. Each can have an engine of its own.
 *
 * | Port            | Data                                       | Engines                                                       |
 * | --------------- | ------------------------------------------ | ------------------------------------------------------------- |
 * | `observations`  | observations and scores                    | SQLite: `engines/sqlite/`; ClickHouse: `engines/clickhouse/`  |
 * | `records`       | prompts, datasets, keys, configurations, … | SQLite: `engines/sqlite/`; PostgreSQL: `engines/postgres/`        |
 * | `mediaContents` | contents of media                          | this machine: `local-media.ts`; buckets: `s3/s3-media.ts`     |
 */
export interface StoragePorts {
  observations: ObservationStorage;
  records: Records;
  mediaContents: MediaStorage;
}

/** Database without which the service answers hardly any request. */
export interface NeededDatabase {
  /** Data that it keeps, for messages: `observations`. */
  readonly data: string;
  /** Resolves when the database answers a query. */
  ping(): Promise<unknown>;
  /** Returns the known reason why it cannot be used, though it answers; undefined without one. */
  problem?(): string | undefined;
}
