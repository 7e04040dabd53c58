import { Housekeeping } from "./retention/housekeeping.ts";
import type { RemoveContents } from "../../storage/media/content-removal.ts";
import type { WriterClient } from "./write/writer-client.ts";
import type { KeepLimits } from "../../storage/pruning/keep-limits.ts";
import type { RecordReader } from "./database/record-reader.ts";
import type { DatabaseLocation } from "./database/database.ts";
import { type FileDamage, isCheckedLater } from "./database/file-damage.ts";
import type { TraceDocuments } from "../../resources/trace-documents.ts";
import type { ObservationEngine } from "../../storage/observation-engine.ts";
import { SqliteArrivals } from "./sqlite-arrivals.ts";
import { SqliteObservations } from "./sqlite-observations.ts";
import { ReaderPool } from "./read/threads/reader-pool.ts";

/** Parts of the service that the engine stands on. */
export interface SqliteParts {
  location: DatabaseLocation;
  /** Gets to know of a damaged file. */
  damage: FileDamage;
  writer: WriterClient;
  reader: RecordReader;
  limits: KeepLimits;
  /** Longest time of one read, in milliseconds. */
  readTimeoutMs: number;
  removeContents: RemoveContents;
  /** Removes what is left of projects whose removal was interrupted. */
  finishRemovals: () => Promise<void>;
  /** Called after every export, with the number of its bytes. */
  onStored: (bytes: number) => void;
  /** Called when data over the limits were removed, with the number of observations. */
  onRemoved: (observations: number) => void;
  /** Documents of traces, when they are in a database elsewhere. */
  traceDocuments: TraceDocuments | undefined;
  log: (line: string) => void;
}

/** Makes the engine in the SQLite database of this service. */
export function sqliteEngine(parts: SqliteParts): ObservationEngine {
  const { location, damage, writer, reader, limits, removeContents, onStored, onRemoved, traceDocuments, log } = parts;
  const readers = new ReaderPool(location, damage, parts.readTimeoutMs);
  if (isCheckedLater(location)) readers.check();
  const remove = {
    removeContents,
    finishRemovals: parts.finishRemovals,
    onRemoved,
    removeDocuments: async (ended) => traceDocuments?.removeMedia(ended) ?? [],
    removeUnusedDocuments: async () => traceDocuments?.removeUnused() ?? [],
  } satisfies ConstructorParameters<typeof Housekeeping>[1];
  return {
    observations: new SqliteObservations(writer, readers, removeContents, onStored, traceDocuments),
    arrivals: new SqliteArrivals(reader),
    retention: new Housekeeping(writer, remove, limits, log),
    close: async () => readers.close(),
  };
}
