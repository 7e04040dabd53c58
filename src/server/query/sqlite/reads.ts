import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { cursorAfter } from "../../http/cursor.ts";
import { StoredModels } from "../../ingest/prices/stored-models.ts";
import { OBSERVATION_COLUMNS } from "../../observations/observation-columns.ts";
import { selectFields } from "../../observations/observation-fields.ts";
import type { ObservationRecord } from "../../observations/observation-record.ts";
import { readRows } from "../../storage/sqlite/read-rows.ts";
import { RecordReader } from "../../storage/records.ts";
import type { Condition } from "../../storage/sql-condition.ts";
import type { ExperimentPage, ExperimentQuery } from "../experiment-query.ts";
import type { Filter } from "../filter-syntax.ts";
import type { MetricsQuery } from "../metrics-syntax.ts";
import { OBSERVATION_FILTER_COLUMNS } from "../observation-filter-columns.ts";
import type { ObservationPage, ObservationQuery } from "../observation-query.ts";
import type { ScorePage, ScoreQuery } from "../score-query.ts";
import type { SlowReads } from "../slow-reads.ts";
import { addAggregates } from "./aggregates.ts";
import { listExperimentItems, listExperiments } from "./experiments.ts";
import { filterSql } from "./filter-sql.ts";
import { latestTraces } from "./latest-traces.ts";
import { readMetrics } from "./metrics.ts";
import { scorePage } from "./score-page.ts";
import { TextSearch } from "./text-search.ts";

/**
 * Order from newest to oldest. Trace and id decide within one millisecond, so that no page repeats or misses an observation.
 */
const NEWEST_FIRST = "o.startTime DESC, o.traceId DESC, o.id DESC";

/** Same order, but not from an index: with the index, SQLite would walk through all of time in search of one trace. */
const NEWEST_FIRST_BY_SORTING = "+o.startTime DESC, o.traceId DESC, o.id DESC";

const COLUMNS = OBSERVATION_COLUMNS.map((column) => `o.${column}`).join(", ");
const COLUMNS_WITHOUT_METADATA = OBSERVATION_COLUMNS.filter((column) => column !== "metadata")
  .map((column) => `o.${column}`)
  .join(", ");

/** Parts that a read can add to the columns of every observation. */
interface Parts {
  metadata: boolean;
  content: boolean;
  promptId: boolean;
}

/** SQL for the id of the prompt version that an observation names. */
const PROMPT_ID = `(SELECT p.id FROM prompt_versions p
  WHERE p.projectId = o.projectId AND p.name = o.promptName AND p.version = o.promptVersion) AS promptId`;

/** Slow reads in SQLite, on the connection of one reader. */
export class SqliteReads implements SlowReads {
  readonly #database: DatabaseSync;
  readonly #records: RecordReader;
  readonly #search: TextSearch;
  readonly #models: StoredModels;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#records = new RecordReader(database);
    this.#search = new TextSearch(database);
    this.#models = new StoredModels(database);
    addAggregates(database);
  }

  observations(projectId: string, query: ObservationQuery): ObservationPage {
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

  hasObservation(projectId: string, { filters }: ObservationQuery): boolean {
    const parts = { metadata: false, content: false, promptId: false };
    const conditions = filters.map((filter) => this.#condition(filter));
    return this.#read(projectId, parts, conditions, "+o.seq", 1).length > 0;
  }

  trace(projectId: string, traceId: string, limit: number): ObservationRecord[] {
    // Within one millisecond, `seq` decides: spans arrive in the order in which they ended.
    const ofTrace = { sql: "o.traceId = ?", values: [traceId] };
    return this.#read(
      projectId,
      { metadata: true, content: true, promptId: false },
      [ofTrace],
      "+o.startTime, o.seq",
      limit,
    );
  }

  latestTraces(projectId: string, limit: number): ObservationRecord[] {
    return latestTraces(this.#database, COLUMNS_WITHOUT_METADATA, projectId, limit);
  }

  experiments(projectId: string, query: ExperimentQuery): ExperimentPage {
    return listExperiments(this.#database, this.#search, projectId, query);
  }

  experimentItems(projectId: string, query: ExperimentQuery): ExperimentPage {
    return listExperimentItems(this.#database, this.#search, projectId, query);
  }

  metrics(projectId: string, query: MetricsQuery): ReturnType<SlowReads["metrics"]> {
    return { data: readMetrics(this.#database, this.#search, projectId, query) };
  }

  scores(projectId: string, query: ScoreQuery): ScorePage {
    return scorePage(this.#records, projectId, query);
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
