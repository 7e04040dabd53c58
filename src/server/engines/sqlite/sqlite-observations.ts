import type { EncodedJson } from "../../http/encoded-json.ts";
import type { ExportOutcome } from "../../ingest/export-outcome.ts";
import type { OtlpFormat } from "../../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../../ingest/span-source.ts";
import type { RemoveContents } from "../../storage/media/content-removal.ts";
import type { WriterClient } from "./write/writer-client.ts";
import type { ReadName, ReadParameters, ReadResult } from "../../query/observation-reads.ts";
import type { ObservationStorage } from "../../storage/observation-storage.ts";
import { type Score, type ScoreOutcome, deleteScore, upsertScore } from "../../resources/scores.ts";
import type { TraceDocuments } from "../../resources/trace-documents.ts";
import { deleteProjectData, hasProjectData } from "./write/project-deletion.ts";
import type { ReaderPool } from "./read/threads/reader-pool.ts";
import { deleteObservationsOfTraces, deleteTracesStatements, observationsOfTraces } from "./write/trace-deletion.ts";

/** Observations in the SQLite database of this service. The one writer thread writes; the reader threads read. */
export class SqliteObservations implements ObservationStorage {
  readonly #writer: WriterClient;
  readonly #readers: ReaderPool;
  readonly #removeContents: RemoveContents;
  readonly #onStored: (bytes: number) => void;
  readonly #documents: TraceDocuments | undefined;

  /**
   * `onStored`: called after every export, with the number of its bytes. `documents`: those of traces, when they are in a
   * database elsewhere.
   */
  constructor(
    writer: WriterClient,
    readers: ReaderPool,
    removeContents: RemoveContents,
    onStored: (bytes: number) => void,
    documents?: TraceDocuments,
  ) {
    this.#writer = writer;
    this.#readers = readers;
    this.#removeContents = removeContents;
    this.#onStored = onStored;
    this.#documents = documents;
  }

  async ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<ExportOutcome> {
    const size = body.byteLength;
    const outcome = await this.#writer.ingest(format, body, source);
    if (outcome.status === 200) this.#onStored(size);
    return outcome;
  }

  async read<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<ReadResult<Name>> {
    return this.#readers.value(read, ...parameters);
  }

  async readAsJson<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<EncodedJson> {
    return this.#readers.json(read, ...parameters);
  }

  async storeScores(projectId: string, scores: readonly Score[], now: number): Promise<ScoreOutcome[]> {
    const results = await this.#writer.execute(scores.map((score) => upsertScore(projectId, score, now)));
    return results.map(({ rows: [row] }) => {
      if (row === undefined) return "refused";
      return row["isReplaced"] === 1 ? "replaced" : "created";
    });
  }

  async deleteScore(projectId: string, id: string): Promise<void> {
    await this.#writer.execute([deleteScore(projectId, id)]);
  }

  async deleteTraces(projectId: string, traceIds: readonly string[]): Promise<void> {
    if (this.#documents !== undefined) return this.#deleteTracesApart(this.#documents, projectId, traceIds);
    const [media] = await this.#writer.execute(deleteTracesStatements(projectId, traceIds));
    await this.#removeContents((media?.rows ?? []).map(({ id }) => ({ projectId, id: String(id) })));
  }

  /** Removes the documents first: when they cannot be removed, the traces are still there, and the deletion can be repeated. */
  async #deleteTracesApart(documents: TraceDocuments, projectId: string, traceIds: readonly string[]): Promise<void> {
    const [found] = await this.#writer.execute([observationsOfTraces(projectId, traceIds)]);
    const observationIds = (found?.rows ?? []).map(({ id }) => String(id));
    const media = await documents.remove(projectId, traceIds, observationIds);
    await this.#writer.execute(deleteObservationsOfTraces(projectId, traceIds));
    await this.#removeContents(media);
  }

  async hasData(projectId: string): Promise<boolean> {
    return hasProjectData(async (statements) => this.#writer.execute(statements), projectId);
  }

  async deleteProject(projectId: string): Promise<void> {
    await deleteProjectData(async (statements) => this.#writer.execute(statements), projectId);
  }
}
