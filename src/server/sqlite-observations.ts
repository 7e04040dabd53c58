import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { addAggregates } from "./aggregates.ts";
import { cursorAfter } from "./cursor.ts";
import type { ExperimentPage, ExperimentQuery } from "./experiment-query.ts";
import { filterSql } from "./filter-sql.ts";
import type { Filter } from "./filter-syntax.ts";
import type { MetricsQuery } from "./metrics-syntax.ts";
import { OBSERVATION_COLUMNS } from "./observation-columns.ts";
import { selectFields } from "./observation-fields.ts";
import { OBSERVATION_FILTER_COLUMNS } from "./observation-filter-columns.ts";
import type { ObservationPage, ObservationQuery } from "./observation-query.ts";
import type { ObservationRecord } from "./observation-record.ts";
import type { ObservationStorage } from "./observation-storage.ts";
import type { OtlpFormat } from "./otlp-decoding.ts";
import type { SpanSource } from "./span-source.ts";
import { readRows } from "./reading-rows.ts";
import type { Condition } from "./sql-condition.ts";
import { listExperimentItems, listExperiments } from "./sqlite-experiments.ts";
import { readMetrics } from "./sqlite-metrics.ts";
import { StoredModels } from "./stored-models.ts";
import { TextSearch } from "./text-search.ts";
import { deleteTracesStatements } from "./trace-deletion.ts";
import type { WriterClient } from "./writer-client.ts";
import type { WriteOutcome } from "./writer-messages.ts";

/** Newest first; trace and id decide between observations of one millisecond, so that no page repeats or misses any. */
const NEWEST_FIRST = "o.startTime DESC, o.traceId DESC, o.id DESC";

/** The same order, which SQLite cannot take from an index: it would walk all of time in search of one trace. */
const NEWEST_FIRST_BY_SORTING = "+o.startTime DESC, o.traceId DESC, o.id DESC";

const COLUMNS = OBSERVATION_COLUMNS.map((column) => `o.${column}`).join(", ");
const COLUMNS_WITHOUT_METADATA = OBSERVATION_COLUMNS.filter((column) => column !== "metadata")
  .map((column) => `o.${column}`)
  .join(", ");

/** What is read beside the columns of every observation. */
interface Parts {
  metadata: boolean;
  content: boolean;
  promptId: boolean;
}

/** The version of a prompt that an observation names. */
const PROMPT_ID = `(SELECT p.id FROM prompt_versions p
  WHERE p.projectId = o.projectId AND p.name = o.promptName AND p.version = o.promptVersion) AS promptId`;

/** Observations in SQLite: reads on a connection of its own, writes through the one writer. */
export class SqliteObservations implements ObservationStorage {
  readonly #database: DatabaseSync;
  readonly #writer: WriterClient;
  readonly #search: TextSearch;
  readonly #models: StoredModels;
  readonly #onStored: (bytes: number) => void;

  /** `onStored` is told after every export, with the bytes it had. */
  constructor(database: DatabaseSync, writer: WriterClient, onStored: (bytes: number) => void) {
    this.#onStored = onStored;
    this.#database = database;
    this.#search = new TextSearch(database);
    this.#models = new StoredModels(database);
    addAggregates(database);
    this.#writer = writer;
  }

  async ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<WriteOutcome> {
    const size = body.byteLength;
    const outcome = await this.#writer.ingest(format, body, source);
    if (outcome.status === 200) this.#onStored(size);
    return outcome;
  }

  async page(projectId: string, query: ObservationQuery): Promise<ObservationPage> {
    const { selection, filters, cursor, limit } = query;
    const conditions = filters.map((filter) => this.#condition(filter));
    const behind = cursor
      ? [{ sql: "(o.startTime, o.traceId, o.id) < (?, ?, ?)", values: [cursor.startTime, cursor.traceId, cursor.id] }]
      : [];
    const order = conditions.some(({ isSelective }) => isSelective) ? NEWEST_FIRST_BY_SORTING : NEWEST_FIRST;
    const { groups } = selection;
    const parts = { metadata: groups.has("metadata"), content: groups.has("io"), promptId: groups.has("prompt") };
    const rows = this.#read(projectId, parts, [...conditions, ...behind], order, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      data: shown.map((row) => selectFields(row, selection, (id) => this.#models.find(id))),
      meta: last && rows.length > limit ? { cursor: cursorAfter(last) } : {},
    };
  }

  async trace(projectId: string, traceId: string, limit: number): Promise<ObservationRecord[]> {
    // Within one millisecond, spans arrive in the order in which they ended.
    const ofTrace = { sql: "o.traceId = ?", values: [traceId] };
    return this.#read(
      projectId,
      { metadata: true, content: true, promptId: false },
      [ofTrace],
      "+o.startTime, o.seq",
      limit,
    );
  }

  async latestRoots(projectId: string, limit: number): Promise<ObservationRecord[]> {
    const roots = { sql: "o.isRoot = 1", values: [] };
    return this.#read(projectId, { metadata: false, content: false, promptId: false }, [roots], NEWEST_FIRST, limit);
  }

  async experiments(projectId: string, query: ExperimentQuery): Promise<ExperimentPage> {
    return listExperiments(this.#database, this.#search, projectId, query);
  }

  async experimentItems(projectId: string, query: ExperimentQuery): Promise<ExperimentPage> {
    return listExperimentItems(this.#database, this.#search, projectId, query);
  }

  async metrics(projectId: string, query: MetricsQuery): Promise<Array<Record<string, unknown>>> {
    return readMetrics(this.#database, this.#search, projectId, query);
  }

  async deleteTraces(projectId: string, traceIds: readonly string[]): Promise<void> {
    await this.#writer.execute(deleteTracesStatements(projectId, traceIds));
  }

  #condition(filter: Filter): Condition {
    const column = OBSERVATION_FILTER_COLUMNS[filter.column];
    if (column === undefined) throw new Error(`no column ${filter.column}`);
    return filterSql(filter, column, this.#search);
  }

  #read(projectId: string, parts: Parts, conditions: Condition[], order: string, limit: number): ObservationRecord[] {
    const where = ["o.projectId = ?", ...conditions.map(({ sql }) => sql)].join(" AND ");
    const values: SQLInputValue[] = conditions.flatMap((condition) => condition.values);
    const statement = this.#database.prepare(
      `SELECT ${parts.metadata ? COLUMNS : COLUMNS_WITHOUT_METADATA}${parts.content ? ", c.input, c.output" : ""}
        ${parts.promptId ? `, ${PROMPT_ID}` : ""}
      FROM observations o ${parts.content ? "LEFT JOIN observation_content c ON c.seq = o.seq" : ""}
      WHERE ${where} ORDER BY ${order} LIMIT ?`,
    );
    return readRows(statement, projectId, ...values, limit) as unknown as ObservationRecord[];
  }
}
