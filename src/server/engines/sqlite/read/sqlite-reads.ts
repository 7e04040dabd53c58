import type { DatabaseSync } from "node:sqlite";
import { cursorAfter } from "../../../http/cursor.ts";
import { isoTime } from "../../../http/iso-time.ts";
import { StoredModels } from "../../../ingest/prices/stored-models.ts";
import { selectFields } from "../../../observations/observation-fields.ts";
import { RecordReader } from "../../../storage/records.ts";
import { type Sql, joinSql, sql } from "../../../storage/sql.ts";
import type {
  ExperimentColumn,
  ExperimentItemColumn,
  ExperimentPage,
  ExperimentQuery,
} from "../../../query/experiment-query.ts";
import type { MetricsQuery } from "../../../query/metrics-query.ts";
import type { ModelUse } from "../../../query/model-use.ts";
import type { ObservationReads } from "../../../query/observation-reads.ts";
import type { ObservationPage, ObservationQuery, StartTimes } from "../../../query/observation-query.ts";
import type { AgreementQuery, CountedKind, ScoreAgreement } from "../../../query/score-agreement.ts";
import type { ScorePage, ScoreQuery } from "../../../query/score-query.ts";
import type { GroupPage, GroupQuery } from "../../../query/session-query.ts";
import { listExperimentItems } from "./experiment-items.ts";
import { readExperimentTotals } from "./experiment-totals.ts";
import { listExperiments } from "./experiments.ts";
import { condition, ofProject } from "./filters/condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import { FilterSearches } from "./filters/filter-searches.ts";
import { OBSERVATION_SQL_COLUMNS } from "./filters/observation-sql-columns.ts";
import { addAggregates } from "./metrics/aggregates.ts";
import { addListAggregates } from "./metrics/list-aggregates.ts";
import { readMetrics } from "./metrics/metrics.ts";
import { listModelUse } from "./model-use.ts";
import { selectObservations } from "./select-observations.ts";
import { listScoreKinds, scoreAgreement } from "./score-agreement.ts";
import { scorePage } from "./scores.ts";
import { listGroups } from "./sessions.ts";

/** Slow reads in SQLite, on the connection of one reader. */
export class SqliteReads implements ObservationReads {
  readonly #records: RecordReader;
  readonly #searches: FilterSearches;
  readonly #models: StoredModels;

  constructor(database: DatabaseSync) {
    this.#records = new RecordReader(database);
    this.#searches = new FilterSearches(database, this.#records);
    this.#models = new StoredModels(database);
    addAggregates(database);
    addListAggregates(database);
  }

  observations(projectId: string, query: ObservationQuery): ObservationPage {
    const { selection, filters, cursor, limit } = query;
    const { groups } = selection;
    const conditions = filterConditions(filters, OBSERVATION_SQL_COLUMNS, this.#searches);
    if (cursor) {
      const { startTime, traceId, id } = cursor;
      conditions.push(condition(sql`(o.startTime, o.traceId, o.id) < (${startTime}, ${traceId}, ${id})`));
    }
    const parts = { metadata: groups.has("metadata"), content: groups.has("io"), promptId: groups.has("prompt") };
    const rows = this.#records.all(selectObservations(projectId, parts, conditions, limit + 1));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const models = this.#models.byId();
    return {
      data: shown.map((row) => selectFields(row, selection, (id) => models.find(projectId, id))),
      meta: last && rows.length > limit ? { cursor: cursorAfter(last) } : {},
    };
  }

  hasObservation(projectId: string, query: ObservationQuery): boolean {
    return this.#records.get(sql`SELECT 1 FROM ${this.#found(projectId, query)} LIMIT 1`) !== undefined;
  }

  startTimes(projectId: string, query: ObservationQuery): StartTimes | undefined {
    // Two reads: SQLite takes each end from the index, but not both at once.
    const found = this.#found(projectId, query);
    const [first, last] = [sql`ASC`, sql`DESC`].map((direction) =>
      this.#records.get(
        sql<{ startTime: number }>`SELECT o.startTime FROM ${found} ORDER BY o.startTime ${direction} LIMIT 1`,
      ),
    );
    if (first === undefined || last === undefined) return undefined;
    return { first: isoTime(first.startTime), last: isoTime(last.startTime) };
  }

  /** Returns SQL for the observations `o` that a query finds. */
  #found(projectId: string, { filters }: ObservationQuery): Sql {
    const found = filterConditions(filters, OBSERVATION_SQL_COLUMNS, this.#searches);
    const conditions = [ofProject(sql`o.projectId`, projectId, found), ...found.map((condition) => condition.sql)];
    return sql`observations o WHERE ${joinSql(conditions, " AND ")}`;
  }

  experiments(projectId: string, query: ExperimentQuery<ExperimentColumn>): ExperimentPage {
    return listExperiments(this.#records, this.#searches, projectId, query);
  }

  experimentItems(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): ExperimentPage {
    return listExperimentItems(this.#records, this.#searches, projectId, query);
  }

  experimentTotals(
    projectId: string,
    experimentIds: readonly string[],
  ): ReturnType<ObservationReads["experimentTotals"]> {
    return { data: readExperimentTotals(this.#records, projectId, experimentIds) };
  }

  metrics(projectId: string, query: MetricsQuery): ReturnType<ObservationReads["metrics"]> {
    return { data: readMetrics(this.#records, this.#searches, projectId, query) };
  }

  groups(projectId: string, query: GroupQuery): GroupPage {
    return listGroups(this.#records, projectId, query);
  }

  scores(projectId: string, query: ScoreQuery): ScorePage {
    return scorePage(this.#records, this.#searches, projectId, query);
  }

  scoreKinds(projectId: string): CountedKind[] {
    return listScoreKinds(this.#records, projectId);
  }

  scoreAgreement(projectId: string, query: AgreementQuery): ScoreAgreement {
    return scoreAgreement(this.#records, projectId, query);
  }

  modelUse(projectId: string, start: number): ModelUse[] {
    return listModelUse(this.#records, projectId, start);
  }

  modelIdFor(projectId: string, name: string): string | null {
    return this.#models.current().find(projectId, name)?.id ?? null;
  }
}
