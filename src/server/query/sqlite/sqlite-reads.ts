import type { DatabaseSync } from "node:sqlite";
import { cursorAfter } from "../../http/cursor.ts";
import { StoredModels } from "../../ingest/prices/stored-models.ts";
import { selectFields } from "../../observations/observation-fields.ts";
import { RecordReader } from "../../storage/records.ts";
import { joinSql, sql } from "../../storage/sqlite/sql.ts";
import type { ExperimentColumn, ExperimentItemColumn, ExperimentPage, ExperimentQuery } from "../experiment-query.ts";
import type { MetricsQuery } from "../metrics-query.ts";
import type { ObservationReads } from "../observation-reads.ts";
import type { ObservationPage, ObservationQuery } from "../observation-query.ts";
import type { ScorePage, ScoreQuery } from "../score-query.ts";
import { listExperimentItems } from "./experiment-items.ts";
import { listExperiments } from "./experiments.ts";
import { condition } from "./filters/condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import { OBSERVATION_SQL_COLUMNS } from "./filters/observation-sql-columns.ts";
import { TextSearch } from "./filters/text-search.ts";
import { addAggregates } from "./metrics/aggregates.ts";
import { readMetrics } from "./metrics/metrics.ts";
import { selectObservations } from "./select-observations.ts";
import { scorePage } from "./scores.ts";

/**
 * Order from newest to oldest. Trace and id decide within one millisecond, so that no page repeats or misses an observation.
 */
const NEWEST_FIRST = sql`o.startTime DESC, o.traceId DESC, o.id DESC`;

/** Same order, but not from an index: with the index, SQLite would walk through all of time in search of one trace. */
const NEWEST_FIRST_BY_SORTING = sql`+o.startTime DESC, o.traceId DESC, o.id DESC`;

/** Slow reads in SQLite, on the connection of one reader. */
export class SqliteReads implements ObservationReads {
  readonly #records: RecordReader;
  readonly #search: TextSearch;
  readonly #models: StoredModels;

  constructor(database: DatabaseSync) {
    this.#records = new RecordReader(database);
    this.#search = new TextSearch(database);
    this.#models = new StoredModels(database);
    addAggregates(database);
  }

  observations(projectId: string, query: ObservationQuery): ObservationPage {
    const { selection, filters, cursor, limit } = query;
    const { groups } = selection;
    const conditions = filterConditions(filters, OBSERVATION_SQL_COLUMNS, this.#search);
    const order = conditions.some(({ isSelective }) => isSelective) ? NEWEST_FIRST_BY_SORTING : NEWEST_FIRST;
    if (cursor) {
      const { startTime, traceId, id } = cursor;
      conditions.push(condition(sql`(o.startTime, o.traceId, o.id) < (${startTime}, ${traceId}, ${id})`));
    }
    const parts = { metadata: groups.has("metadata"), content: groups.has("io"), promptId: groups.has("prompt") };
    const rows = this.#records.all(selectObservations(projectId, parts, conditions, order, limit + 1));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      data: shown.map((row) => selectFields(row, selection, (id) => this.#models.find(id))),
      meta: last && rows.length > limit ? { cursor: cursorAfter(last) } : {},
    };
  }

  hasObservation(projectId: string, { filters }: ObservationQuery): boolean {
    const conditions = filterConditions(filters, OBSERVATION_SQL_COLUMNS, this.#search).map((found) => found.sql);
    const where = joinSql([sql`o.projectId = ${projectId}`, ...conditions], " AND ");
    return this.#records.get(sql`SELECT 1 FROM observations o WHERE ${where} LIMIT 1`) !== undefined;
  }

  experiments(projectId: string, query: ExperimentQuery<ExperimentColumn>): ExperimentPage {
    return listExperiments(this.#records, this.#search, projectId, query);
  }

  experimentItems(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): ExperimentPage {
    return listExperimentItems(this.#records, this.#search, projectId, query);
  }

  metrics(projectId: string, query: MetricsQuery): ReturnType<ObservationReads["metrics"]> {
    return { data: readMetrics(this.#records, this.#search, projectId, query) };
  }

  scores(projectId: string, query: ScoreQuery): ScorePage {
    return scorePage(this.#records, this.#search, projectId, query);
  }
}
