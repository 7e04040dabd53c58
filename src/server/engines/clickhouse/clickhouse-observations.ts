import { EncodedJson } from "../../http/encoded-json.ts";
import type { OtlpFormat } from "../../ingest/otlp/otlp-decoding.ts";
import { RecordedModels } from "../../ingest/prices/recorded-models.ts";
import type { SpanSource } from "../../ingest/span-source.ts";
import type { RemoveContents } from "../sqlite/retention/housekeeping.ts";
import type { WriteOutcome } from "../sqlite/write/writer-messages.ts";
import type { ObservationRow } from "../../observations/observation-record.ts";
import type { ClickHouseDatabase } from "./database/clickhouse-database.ts";
import type { Records } from "../../storage/records.ts";
import { commentsOfObservations } from "../../resources/comments.ts";
import { promptIds } from "../../resources/prompts.ts";
import type { Score, ScoreOutcome } from "../../resources/scores.ts";
import type { TraceDocuments } from "../../resources/trace-documents.ts";
import type { ExperimentColumn, ExperimentItemColumn, ExperimentQuery } from "../../query/experiment-query.ts";
import type { Filter } from "../../query/filter-syntax.ts";
import type { MetricsQuery } from "../../query/metrics-query.ts";
import type { ModelUse } from "../../query/model-use.ts";
import type { ObservationQuery, StartTimes } from "../../query/observation-query.ts";
import type { ObservationStorage } from "../../storage/observation-storage.ts";
import type { AgreementQuery, CountedKind } from "../../query/score-agreement.ts";
import type { ScoreQuery } from "../../query/score-query.ts";
import type { GroupQuery } from "../../query/session-query.ts";
import { readExperimentTotals } from "./read/experiment-totals.ts";
import { listExperimentItems, listExperiments } from "./read/experiments.ts";
import { type CommentsByObservation, NO_COMMENTS } from "./read/filters/observation-columns.ts";
import { readMetrics } from "./read/metrics/metrics.ts";
import { listModelUse } from "./read/model-use.ts";
import { type OtherRecords, hasObservation, observationPage, startTimes } from "./read/observations.ts";
import { listScoreKinds, scoreAgreement } from "./read/score-agreement.ts";
import { scorePage } from "./read/scores.ts";
import { listGroups } from "./read/sessions.ts";
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
  /** Documents that are removed with their traces. */
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
  readonly #records: Records;
  readonly #models: RecordedModels;
  readonly #exports: ExportQueue;

  constructor(parts: ObservationParts) {
    const { database, clock, records, decodesMetadata } = parts;
    this.#parts = parts;
    this.#database = database;
    this.#records = records;
    this.#models = new RecordedModels(records);
    this.#exports = new ExportQueue({
      models: async () => this.#models.current(),
      store: async (observations) =>
        clock.insert(async () => {
          const seen = await storeObservations(database, clock, observations);
          await countCalls(database, observations, seen);
        }),
      decodesMetadata,
    });
  }

  async ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<WriteOutcome> {
    const outcome = await this.#exports.add(format, body, source);
    if (outcome.status === 200) this.#parts.onStored(body.byteLength);
    return outcome;
  }

  async observations(projectId: string, query: ObservationQuery): Promise<EncodedJson> {
    return encoded(observationPage(this.#database, projectId, query, await this.#othersOf(projectId, query)));
  }

  async hasObservation(projectId: string, query: ObservationQuery): Promise<boolean> {
    return hasObservation(this.#database, projectId, query, await this.#othersOf(projectId, query));
  }

  async startTimes(projectId: string, query: ObservationQuery): Promise<StartTimes | undefined> {
    return startTimes(this.#database, projectId, query, await this.#othersOf(projectId, query));
  }

  async experiments(projectId: string, query: ExperimentQuery<ExperimentColumn>): Promise<EncodedJson> {
    return encoded(listExperiments(this.#database, projectId, query));
  }

  async experimentItems(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): Promise<EncodedJson> {
    return encoded(listExperimentItems(this.#database, projectId, query));
  }

  async experimentTotals(projectId: string, experimentIds: readonly string[]): Promise<EncodedJson> {
    return encodedList(readExperimentTotals(this.#database, projectId, experimentIds));
  }

  async metrics(projectId: string, query: MetricsQuery): Promise<EncodedJson> {
    const comments = await this.#commentsFor(projectId, query.filters);
    return encodedList(readMetrics(this.#database, projectId, query, comments));
  }

  async groups(projectId: string, query: GroupQuery): Promise<EncodedJson> {
    return encoded(listGroups(this.#database, projectId, query));
  }

  async scores(projectId: string, query: ScoreQuery): Promise<EncodedJson> {
    return encoded(scorePage(this.#database, projectId, query));
  }

  async scoreKinds(projectId: string): Promise<CountedKind[]> {
    return listScoreKinds(this.#database, projectId);
  }

  async scoreAgreement(projectId: string, query: AgreementQuery): Promise<EncodedJson> {
    return encoded(scoreAgreement(this.#database, projectId, query));
  }

  async modelUse(projectId: string, start: number): Promise<ModelUse[]> {
    return listModelUse(this.#database, projectId, start);
  }

  async modelIdFor(projectId: string, name: string): Promise<string | null> {
    return (await this.#models.current()).find(projectId, name)?.id ?? null;
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

  async #othersOf(projectId: string, { filters, selection }: ObservationQuery): Promise<OtherRecords> {
    const models = selection.groups.has("model") ? await this.#models.byId() : undefined;
    return {
      comments: await this.#commentsFor(projectId, filters),
      findModel: (id) => models?.find(projectId, id),
      addPromptIds: async (rows) => this.#addPromptIds(projectId, rows),
    };
  }

  async #commentsFor(projectId: string, filters: readonly Filter[]): Promise<CommentsByObservation> {
    const isAsked = filters.some(({ column }) => column === "commentCount" || column === "commentContent");
    if (!isAsked) return NO_COMMENTS;
    const byId = Map.groupBy(await commentsOfObservations(this.#records, projectId), ({ objectId }) => objectId);
    return {
      ids: [...byId.keys()],
      counts: [...byId.values()].map(({ length }) => length),
      contents: [...byId.values()].map((comments) => comments.map(({ content }) => content).join("\n")),
    };
  }

  async #addPromptIds(projectId: string, rows: readonly ObservationRow[]): Promise<void> {
    const names = new Set(rows.map(({ promptName }) => promptName).filter((name) => name !== null));
    const find = await promptIds(this.#records, projectId, names);
    for (const row of rows) {
      const { promptName, promptVersion } = row;
      row.promptId = promptName === null || promptVersion === null ? null : (find(promptName, promptVersion) ?? null);
    }
  }
}

const encoder = new TextEncoder();

async function encoded(answer: Promise<unknown>): Promise<EncodedJson> {
  return new EncodedJson(encoder.encode(JSON.stringify(await answer)));
}

async function encodedList(answer: Promise<readonly unknown[]>): Promise<EncodedJson> {
  return encoded(answer.then((data) => ({ data })));
}
