import type { SpanSource } from "../ingest/span-source.ts";
import type { ObservationRecord } from "../observations/observation-record.ts";
import type { StoredScore } from "../resources/scores.ts";
import type { ProjectData } from "./project-data.ts";

export type ArchivedKind = "observations" | "scores";

/** Everything that an engine keeps of observations and scores, for commands that read or write all of it, part by part. */
export interface ObservationArchive extends ProjectData {
  /** Yields the observations of one project, or of all, in small parts. Days come in order; so do arrivals in SQLite. */
  observations(projectId?: string): AsyncIterable<ObservationRecord[]>;
  /** Yields the scores of all projects, in small parts. */
  scores(): AsyncIterable<StoredScore[]>;
  /** Stores the spans of one trace export in OTLP JSON, or none. Rejects when they cannot be stored. */
  storeExport(body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<void>;
  /** Stores observations as they are. One that is stored already is replaced. */
  store(observations: readonly ObservationRecord[]): Promise<void>;
  /** Stores scores as they are. One that is stored already is replaced. */
  storeScores(scores: readonly StoredScore[]): Promise<void>;
  /** Returns the number of stored observations or scores of some projects. */
  count(kind: ArchivedKind, projectIds: readonly string[]): Promise<number>;
}
