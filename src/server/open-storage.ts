import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { RemoveContents } from "./storage/media/content-removal.ts";
import { WriterClient } from "./engines/sqlite/write/writer-client.ts";
import { clickHouseEngine } from "./engines/clickhouse/clickhouse-engine.ts";
import type { ObservationEngine } from "./storage/observation-engine.ts";
import { sqliteEngine } from "./engines/sqlite/sqlite-engine.ts";
import type { ClickHouseDatabase } from "./engines/clickhouse/database/clickhouse-database.ts";
import { openClickHouse } from "./engines/clickhouse/database/open-clickhouse.ts";
import { databaseFileIn } from "./storage/data-directory.ts";
import { ContentRemoval } from "./storage/media/content-removal.ts";
import type { MediaKey, MediaStorage } from "./storage/media/media-storage.ts";
import { openMediaStorage } from "./storage/media/open-media-storage.ts";
import { ObservationNotices } from "./engines/postgres/observation-notices.ts";
import { PostgresDatabase } from "./engines/postgres/postgres-database.ts";
import { PostgresRecords } from "./engines/postgres/postgres-records.ts";
import { SharedDocuments } from "./engines/postgres/shared-documents.ts";
import type { KeepLimits } from "./storage/pruning/keep-limits.ts";
import { RecordReader } from "./engines/sqlite/database/record-reader.ts";
import { SqliteRecords } from "./engines/sqlite/sqlite-records.ts";
import type { Records } from "./storage/records.ts";
import { type DatabaseLocation, openDatabase } from "./engines/sqlite/database/database.ts";
import { FileDamage, checkSmallFile } from "./engines/sqlite/database/file-damage.ts";
import { sql } from "./storage/sql.ts";
import type { NeededDatabase, StoragePorts } from "./storage/storage-ports.ts";
import { findMedia } from "./resources/media.ts";
import { finishRemovals } from "./resources/project-removal.ts";
import { TraceDocuments } from "./resources/trace-documents.ts";

/** Places of the data. Without an address, data are in the data directory; without that, in memory. */
export interface StoragePlaces {
  dataDirectory: string | undefined;
  mediaUrl: string | undefined;
  documentsUrl: string | undefined;
  storeUrl: string | undefined;
}

/** Ways in which the storage serves the service. */
export interface StorageOptions {
  limits: KeepLimits;
  /** False to keep metadata values as they were sent. */
  decodesMetadata: boolean;
  /** Longest time of one read in SQLite, in milliseconds. */
  readTimeoutMs: number;
  /** Called after every export, also of another process where the documents are shared. */
  onStored: () => void;
  /** Called when data over the limits were removed, with the number of observations. */
  onRemoved: (observations: number) => void;
  log: (line: string) => void;
}

/** Storage of a running service. */
export interface OpenStorage extends StoragePorts, Pick<ObservationEngine, "arrivals" | "retention"> {
  /** Databases without which hardly any request can be answered. */
  databases: readonly NeededDatabase[];
  /** Makes what the reads need. Call once, before the first request. */
  start(): Promise<void>;
  /** Ends the writer in the middle of its work: a fault for tests. */
  crash(): Promise<void>;
  /** Stores what is under way, and ends. Call after the retention has stopped. */
  close(): Promise<void>;
}

/** Databases elsewhere, and the media. They are opened first, because an address that cannot be used leaves nothing open. */
interface Elsewhere {
  postgres: PostgresDatabase | undefined;
  clickHouse: ClickHouseDatabase | undefined;
  mediaContents: MediaStorage;
}

/** Opens the storage of a service. Rejects, with a message that says what to do, when one of its places cannot be used. */
export async function openStorage(places: StoragePlaces, options: StorageOptions): Promise<OpenStorage> {
  const { log, limits, decodesMetadata } = options;
  const elsewhere = await openElsewhere(places, (bytes) => engine.retention.stored(bytes), log);
  const { postgres, clickHouse, mediaContents } = elsewhere;
  const location = locationOf(places);
  const database = openChecked(location);
  const damage = new FileDamage(location, log);
  const writer = new WriterClient({ location, decodesMetadata }, damage);
  const reader = new RecordReader(database, damage);
  // Statements over observations in SQLite read copies of documents.
  const shared = postgres && clickHouse === undefined ? new SharedDocuments(postgres, writer, log) : undefined;
  const notices = postgres && clickHouse && new ObservationNotices(postgres, options.onStored, log);
  const records: Records =
    shared ?? (postgres === undefined ? new SqliteRecords(reader, writer) : new PostgresRecords(postgres));
  const removeContents = contentRemoval(records, mediaContents, log);
  const parts = {
    limits,
    removeContents,
    finishRemovals: async () => finishRemovals({ observations: engine.observations, records, mediaContents }),
    onRemoved: options.onRemoved,
    onStored: (bytes: number) => {
      options.onStored();
      notices?.tell();
      engine.retention.stored(bytes);
    },
    log,
  };
  const engine: ObservationEngine =
    clickHouse === undefined
      ? sqliteEngine({
          ...parts,
          location,
          damage,
          writer,
          reader,
          readTimeoutMs: options.readTimeoutMs,
          traceDocuments: shared && new TraceDocuments(shared),
        })
      : clickHouseEngine({ ...parts, database: clickHouse, records, decodesMetadata });
  return {
    observations: engine.observations,
    arrivals: engine.arrivals,
    retention: engine.retention,
    records,
    mediaContents,
    databases: [
      {
        data: "observations",
        ping: async () => (clickHouse === undefined ? reader.get(sql`SELECT 1`) : clickHouse.get(sql`SELECT 1`)),
        problem: () => (damage.isFound && clickHouse === undefined ? "The database file is damaged" : undefined),
      },
      ...(postgres === undefined
        ? []
        : [{ data: "documents", ping: async () => postgres.read({ text: "SELECT 1" }, []) }]),
    ],
    async start() {
      await shared?.start();
      await notices?.start();
    },
    crash: async () => writer.crash(),
    async close() {
      await engine.close();
      await notices?.close();
      await (shared ?? postgres)?.close();
      await writer.close();
      database.close();
      mediaContents.close();
    },
  };
}

/** Opens the database. A damaged file of a size that can be checked at once is refused, and not changed. */
function openChecked(location: DatabaseLocation): DatabaseSync {
  checkSmallFile(location);
  return openDatabase(location);
}

function locationOf({ dataDirectory, documentsUrl, storeUrl }: StoragePlaces): DatabaseLocation {
  const place =
    dataDirectory === undefined ? { memory: `svc-${randomUUID()}` } : { file: databaseFileIn(dataDirectory) };
  return { ...place, hasCopiedDocuments: documentsUrl !== undefined && storeUrl === undefined };
}

async function openElsewhere(
  { mediaUrl, dataDirectory, documentsUrl, storeUrl }: StoragePlaces,
  onStored: (bytes: number) => void,
  log: (line: string) => void,
): Promise<Elsewhere> {
  const postgres = documentsUrl === undefined ? undefined : await PostgresDatabase.open(documentsUrl);
  let clickHouse: ClickHouseDatabase | undefined;
  try {
    clickHouse = storeUrl === undefined ? undefined : await openClickHouse(storeUrl);
    return { postgres, clickHouse, mediaContents: await openMediaStorage({ mediaUrl, dataDirectory }, onStored, log) };
  } catch (error) {
    await postgres?.close();
    await clickHouse?.close();
    throw error;
  }
}

function contentRemoval(records: Records, contents: MediaStorage, log: (line: string) => void): RemoveContents {
  const isRecorded = async ({ projectId, id }: MediaKey): Promise<boolean> =>
    (await findMedia(records, projectId, id)) !== undefined;
  const removal = new ContentRemoval(contents, isRecorded, log);
  return async (media) => removal.remove(media);
}
