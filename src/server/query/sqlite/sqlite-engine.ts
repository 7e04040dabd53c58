import type { RemoveContents } from "../../ingest/writer/housekeeping.ts";
import type { WriterClient } from "../../ingest/writer/writer-client.ts";
import type { RecordReader } from "../../storage/records.ts";
import type { DatabaseLocation } from "../../storage/sqlite/database.ts";
import type { TraceDocuments } from "../../stores/trace-documents.ts";
import type { ObservationEngine } from "../observation-engine.ts";
import { SqliteArrivals } from "./sqlite-arrivals.ts";
import { SqliteObservations } from "./sqlite-observations.ts";
import { ReaderPool } from "./threads/reader-pool.ts";

/** Parts of the service that the engine stands on. */
export interface SqliteParts {
  location: DatabaseLocation;
  writer: WriterClient;
  reader: RecordReader;
  removeContents: RemoveContents;
  /** Called after every export, with the number of its bytes. */
  onStored: (bytes: number) => void;
  /** Documents of traces, when they are in a database elsewhere. */
  traceDocuments: TraceDocuments | undefined;
}

/** Makes the engine in the SQLite database of this service. The housekeeping of the whole database keeps its retention. */
export function sqliteEngine(parts: SqliteParts): ObservationEngine {
  const { location, writer, reader, removeContents, onStored, traceDocuments } = parts;
  const readers = new ReaderPool(location);
  return {
    observations: new SqliteObservations(writer, readers, removeContents, onStored, traceDocuments),
    arrivals: new SqliteArrivals(reader),
    keepRetention: () => undefined,
    close: async () => readers.close(),
  };
}
