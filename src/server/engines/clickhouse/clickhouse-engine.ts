import type { RemoveContents } from "../../storage/media/content-removal.ts";
import type { ClickHouseDatabase } from "./database/clickhouse-database.ts";
import type { KeepLimits } from "../../storage/pruning/keep-limits.ts";
import type { Records } from "../../storage/records.ts";
import { TraceDocuments } from "../../resources/trace-documents.ts";
import type { ObservationEngine } from "../../storage/observation-engine.ts";
import { ClickHouseArrivals } from "./clickhouse-arrivals.ts";
import { ClickHouseObservations } from "./clickhouse-observations.ts";
import { ClickHouseRetention } from "./retention/clickhouse-retention.ts";
import { ArrivalClock } from "./write/arrival-clock.ts";

/** Parts of the service that the engine stands on. */
export interface ClickHouseParts {
  database: ClickHouseDatabase;
  /** Prices, prompts, comments and media, which belong to observations and are kept elsewhere. */
  records: Records;
  limits: KeepLimits;
  removeContents: RemoveContents;
  /** Removes what is left of projects whose removal was interrupted. */
  finishRemovals: () => Promise<void>;
  /** Called after every export, with the number of its bytes. */
  onStored: (bytes: number) => void;
  /** Called when data over the limits were removed, with the number of observations. */
  onRemoved: (observations: number) => void;
  /** False to keep metadata values as they were sent. */
  decodesMetadata: boolean;
  log: (line: string) => void;
}

/** Makes the engine in a database of ClickHouse, whose tables are prepared. */
export function clickHouseEngine(parts: ClickHouseParts): ObservationEngine {
  const clock = new ArrivalClock();
  const context = { ...parts, clock, documents: new TraceDocuments(parts.records) };
  const observations = new ClickHouseObservations(context);
  return {
    observations,
    arrivals: new ClickHouseArrivals(parts.database, clock),
    retention: new ClickHouseRetention(context),
    close: async () => observations.close(),
  };
}
