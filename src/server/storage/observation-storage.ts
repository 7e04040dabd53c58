import type { EncodedJson } from "../http/encoded-json.ts";
import type { ExportOutcome } from "../ingest/export-outcome.ts";
import type { OtlpFormat } from "../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../ingest/span-source.ts";
import type { Score, ScoreOutcome } from "../resources/scores.ts";
import type { ReadName, ReadParameters, ReadResult } from "../query/observation-reads.ts";
import type { ProjectData } from "./project-data.ts";

/**
 * Port to the storage of observations and their scores. Routes and pages know this port and no database, so that the API can
 * run on another database.
 */
export interface ObservationStorage extends ProjectData {
  /** Runs a read. */
  read<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<ReadResult<Name>>;
  /** Runs a read whose result is an answer of the API. It arrives as JSON text, so that no thread decodes and encodes it again. */
  readAsJson<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<EncodedJson>;
  /**
   * Stores every span of one trace export, or none. The bytes are transferred and no longer readable afterwards. Never rejects.
   */
  ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<ExportOutcome>;
  /**
   * Stores scores. A score replaces the one with its id, if its writer may do so (`mayReplace`). Returns what became of each, in order.
   * `now` is in milliseconds since 1970.
   */
  storeScores(projectId: string, scores: readonly Score[], now: number): Promise<ScoreOutcome[]>;
  /** Removes a score. Ignores an unknown id. */
  deleteScore(projectId: string, id: string): Promise<void>;
  /** Removes traces with their observations and scores, at once. Ignores unknown ids. */
  deleteTraces(projectId: string, traceIds: readonly string[]): Promise<void>;
}
