import { RecordedModels } from "../../ingest/prices/recorded-models.ts";
import type { SpanSource } from "../../ingest/span-source.ts";
import type { ExperimentRecord, ObservationRecord } from "../../observations/observation-record.ts";
import type { ClickHouseDatabase } from "./database/clickhouse-database.ts";
import { namedColumns } from "./database/clickhouse-sql.ts";
import { type Sql, arraySql, integerSql, joinSql, nameSql, sql } from "../../storage/sql.ts";
import type { Records } from "../../storage/records.ts";
import { SCORE_COLUMN_NAMES, type StoredScore } from "../../resources/scores.ts";
import type { ArchivedKind, ObservationArchive } from "../../storage/observation-archive.ts";
import { EXPERIMENT_FIELDS, jsonOfMap, observationOf, rowColumns } from "./read/observation-row.ts";
import { ArrivalClock } from "./write/arrival-clock.ts";
import { ExportQueue } from "./write/export-queue.ts";
import { storeObservations } from "./write/observation-store.ts";
import { deleteProject, hasProjectData } from "./write/removal.ts";
import { putScores } from "./write/score-store.ts";

/** Most rows of one read. */
const MOST_ROWS = 2_000;

/** Rows of the first read. */
const FIRST_ROWS = 100;

/** Characters of contents that one read should have. Rows differ by a factor of a thousand. */
const CHARACTERS = 8 * 1024 * 1024;

/** All observations and scores of a ClickHouse database. The caller closes it. */
export class ClickHouseArchive implements ObservationArchive {
  readonly #database: ClickHouseDatabase;
  readonly #clock = new ArrivalClock();
  readonly #exports: ExportQueue;

  /** `records`: prices of models. */
  constructor(database: ClickHouseDatabase, records: Records) {
    this.#database = database;
    const models = new RecordedModels(records);
    this.#exports = new ExportQueue({
      models: async () => models.current(),
      store: async (observations) => this.store(observations),
      decodesMetadata: true,
      isArchive: true,
    });
  }

  /** Yields in the order of days, so that a read follows the order of the table: arrivals have no such order. */
  async *observations(projectId?: string): AsyncGenerator<ObservationRecord[]> {
    const isWanted = projectId === undefined ? sql`1` : sql`projectId = ${projectId}`;
    const days = await this.#database.all(sql<{ projectId: string; day: number }>`SELECT projectId, day
      FROM observations WHERE ${isWanted} GROUP BY projectId, day ORDER BY day, projectId`);
    let limit = FIRST_ROWS;
    for (const { projectId, day } of days) {
      const ofDay = sql`o.projectId = ${projectId} AND o.day = ${day}`;
      for (let last: ObservationRecord | undefined; ;) {
        const behind = last === undefined ? sql`1` : isBehind(last);
        const rows = await this.#database.all(sql`SELECT ${COLUMNS} FROM observations AS o FINAL
          WHERE ${ofDay} AND ${behind} ORDER BY o.traceId, o.id LIMIT ${integerSql(limit)}`);
        if (rows.length === 0) break;
        const found = rows.map(recordOf);
        last = found.at(-1);
        yield found;
        limit = nextLimit(found);
      }
    }
  }

  async *scores(): AsyncGenerator<StoredScore[]> {
    const columns = namedColumns(SCORE_COLUMN_NAMES, "s");
    for (let last: StoredScore | undefined; ;) {
      const behind =
        last === undefined
          ? sql`1`
          : sql`s.projectId >= ${last.projectId} AND (s.projectId > ${last.projectId} OR s.id > ${last.id})`;
      const rows = await this.#database.all(sql<StoredScore>`SELECT ${columns} FROM scores AS s FINAL
        WHERE ${behind} ORDER BY s.projectId, s.id LIMIT ${integerSql(MOST_ROWS)}`);
      if (rows.length === 0) return;
      const found = rows.map((row) => Object.assign(row, { metadata: jsonOfMap(row.metadata) }));
      last = found.at(-1);
      yield found;
    }
  }

  async storeExport(body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<void> {
    const outcome = await this.#exports.add({ format: "json", body, source });
    if (outcome.status !== 200) throw new Error("error" in outcome ? outcome.error : outcome.cause);
    if (outcome.refused > 0) throw new Error(outcome.reasons);
  }

  async store(observations: readonly ObservationRecord[]): Promise<void> {
    await storeObservations(this.#database, this.#clock, observations);
  }

  async storeScores(scores: readonly StoredScore[]): Promise<void> {
    for (const [projectId, ofProject] of Map.groupBy(scores, (score) => score.projectId)) {
      await putScores(this.#database, this.#clock, projectId, ofProject);
    }
  }

  async hasData(projectId: string): Promise<boolean> {
    return hasProjectData(this.#database, projectId);
  }

  async deleteProject(projectId: string): Promise<void> {
    await deleteProject(this.#database, projectId);
  }

  async count(kind: ArchivedKind, projectIds: readonly string[]): Promise<number> {
    const counted = await this.#database.get(sql<{ count: number }>`SELECT count() AS count FROM ${nameSql(kind)} FINAL
      WHERE projectId IN ${arraySql(projectIds)}`);
    return counted?.count ?? 0;
  }
}

const COLUMNS = joinSql([rowColumns({ metadata: true, content: true }), namedColumns(EXPERIMENT_FIELDS, "o")], ", ");

/** Returns a condition on the rows behind one, in the order of the table within a day. */
function isBehind({ traceId, id }: ObservationRecord): Sql {
  return sql`o.traceId >= ${traceId} AND (o.traceId > ${traceId} OR o.id > ${id})`;
}

function recordOf(row: Record<string, unknown>): ObservationRecord {
  const fields = new Set<string>(EXPERIMENT_FIELDS);
  const entries = Object.entries(row);
  const observation = observationOf(Object.fromEntries(entries.filter(([name]) => !fields.has(name))));
  const { projectId, traceId, id, startTime, endTime } = observation;
  const experiment = {
    projectId,
    traceId,
    spanId: id,
    startTime,
    endTime,
    ...Object.fromEntries(entries.filter(([name]) => fields.has(name))),
  } as ExperimentRecord;
  return { ...observation, experiment: row["experimentId"] === null ? null : experiment } as ObservationRecord;
}

/** Returns the number of rows of the next read, so that it has about as many characters as a read should have. */
function nextLimit(rows: readonly ObservationRecord[]): number {
  const size = rows.reduce((sum, { input, output, metadata }) => {
    return sum + (input?.length ?? 0) + (output?.length ?? 0) + metadata.length;
  }, 1);
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((CHARACTERS * rows.length) / size)));
}
