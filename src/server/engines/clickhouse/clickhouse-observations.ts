import { EncodedJson } from "../../http/encoded-json.ts";
import type { ExportOutcome } from "../../ingest/export-outcome.ts";
import type { OtlpFormat } from "../../ingest/otlp/otlp-decoding.ts";
import { RecordedModels } from "../../ingest/prices/recorded-models.ts";
import type { SpanSource } from "../../ingest/span-source.ts";
import type { RemoveContents } from "../../storage/media/content-removal.ts";
import type { ClickHouseDatabase } from "./database/clickhouse-database.ts";
import type { Records } from "../../storage/records.ts";
import type { Score, ScoreOutcome } from "../../resources/scores.ts";
import type { TraceDocuments } from "../../resources/trace-documents.ts";
import type { AsyncReads, ReadName, ReadParameters, ReadResult } from "../../query/observation-reads.ts";
import type { ObservationStorage } from "../../storage/observation-storage.ts";
import { clickHouseReads } from "./read/clickhouse-reads.ts";
import type { ArrivalClock } from "./write/arrival-clock.ts";
import { ExportQueue } from "./write/export-queue.ts";
import { countCalls } from "./write/call-counting.ts";
import { storeObservations } from "./write/observation-store.ts";
import { deleteProject, deleteTraces, hasProjectData, observationsOfTraces } from "./write/removal.ts";
import { deleteScore, storeScores } from "./write/score-store.ts";

/** Parts of the service that this storage stands on. */
interface ObservationParts {
  database: ClickHouseDatabase;
  clock: ArrivalClock;
  /** Prices, prompts and comments, which belong to observations and are kept elsewhere. */
  records: Records;
  documents: TraceDocuments;
  removeContents: RemoveContents;
  /** Called after every export, with the number of its bytes. */
  onStored: (bytes: number) => void;
  /** False to keep metadata values as they were sent. */
  decodesMetadata: boolean;
}

/** Observations and scores in a database of ClickHouse. Several processes of the service can share it. */
export class ClickHouseObservations implements ObservationStorage {
  readonly #parts: ObservationParts;
  readonly #database: ClickHouseDatabase;
  readonly #reads: AsyncReads;
  readonly #exports: ExportQueue;

  constructor(parts: ObservationParts) {
    const { database, clock, records, decodesMetadata } = parts;
    this.#parts = parts;
    this.#database = database;
    const models = new RecordedModels(records);
    this.#reads = clickHouseReads(database, records, models);
    this.#exports = new ExportQueue({
      models: async () => models.current(),
      store: async (observations) =>
        clock.insert(async () => {
          const seen = await storeObservations(database, clock, observations);
          await countCalls(database, observations, seen);
        }),
      decodesMetadata,
    });
  }

  async ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<ExportOutcome> {
    const outcome = await this.#exports.add({ format, body, source });
    if (outcome.status === 200) this.#parts.onStored(body.byteLength);
    return outcome;
  }

  async read<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<ReadResult<Name>> {
    return this.#reads[read](...parameters);
  }

  async readAsJson<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<EncodedJson> {
    return new EncodedJson(encoder.encode(JSON.stringify(await this.read(read, ...parameters))));
  }

  async storeScores(projectId: string, scores: readonly Score[], now: number): Promise<ScoreOutcome[]> {
    return storeScores(this.#database, this.#parts.clock, projectId, scores, now);
  }

  async deleteScore(projectId: string, id: string): Promise<void> {
    await deleteScore(this.#database, projectId, id);
  }

  async deleteTraces(projectId: string, traceIds: readonly string[]): Promise<void> {
    // The documents go first: when they cannot be removed, the traces are still there, and the deletion can be repeated.
    const observationIds = await observationsOfTraces(this.#database, projectId, traceIds);
    const media = await this.#parts.documents.remove(projectId, traceIds, observationIds);
    await deleteTraces(this.#database, projectId, traceIds);
    await this.#parts.removeContents(media);
  }

  async hasData(projectId: string): Promise<boolean> {
    return hasProjectData(this.#database, projectId);
  }

  async deleteProject(projectId: string): Promise<void> {
    await deleteProject(this.#database, projectId);
  }

  /** Waits for the exports under way, and ends the connections. */
  async close(): Promise<void> {
    await this.#exports.settled();
    await this.#database.close();
  }
}

const encoder = new TextEncoder();
