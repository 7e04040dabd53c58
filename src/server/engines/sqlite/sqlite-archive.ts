import type { DatabaseSync } from "node:sqlite";
import type { SpanSource } from "../../ingest/span-source.ts";
import { ObservationWriter } from "./write/observation-writer.ts";
import type { ObservationRecord } from "../../observations/observation-record.ts";
import { RecordReader } from "./database/record-reader.ts";
import type { Statement, StatementResult } from "../../storage/records.ts";
import { listSql, nameSql, sql } from "../../storage/sql.ts";
import { inTransaction } from "./database/transaction.ts";
import { StatementRunner } from "./write/statement-runner.ts";
import { SCORE_COLUMNS, type StoredScore, putScore } from "../../resources/scores.ts";
import type { ArchivedKind, ObservationArchive } from "../../storage/observation-archive.ts";
import { deleteProjectData, hasProjectData } from "./write/project-deletion.ts";
import { readInOrder } from "./sqlite-arrivals.ts";

/** Scores in one read. */
const SCORES = 500;

/** All observations and scores of a SQLite database, on a connection of its own beside those of a running service. */
export class SqliteArchive implements ObservationArchive {
  readonly #database: DatabaseSync;
  readonly #records: RecordReader;
  readonly #writer: ObservationWriter;
  readonly #runner: StatementRunner;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#records = new RecordReader(database);
    this.#writer = new ObservationWriter(database, true, true);
    this.#runner = new StatementRunner(database);
  }

  async *observations(projectId?: string): AsyncGenerator<ObservationRecord[]> {
    yield* readInOrder(this.#records, projectId);
  }

  async *scores(): AsyncGenerator<StoredScore[]> {
    for (let last = 0; ;) {
      const { rows } = this.#records.fitting(sql<StoredScore & { seq: number }>`SELECT seq, ${SCORE_COLUMNS}
        FROM scores WHERE seq > ${last} ORDER BY seq LIMIT ${SCORES}`);
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end.seq;
      yield rows.map(({ seq: _seq, ...score }) => score);
    }
  }

  async storeExport(body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<void> {
    inTransaction(this.#database, () => {
      const { refused, reasons } = this.#writer.store({ format: "json", body, source });
      if (refused > 0) throw new Error(reasons);
    });
  }

  async store(observations: readonly ObservationRecord[]): Promise<void> {
    inTransaction(this.#database, () => this.#writer.storeRecords(observations));
  }

  async storeScores(scores: readonly StoredScore[]): Promise<void> {
    inTransaction(this.#database, () => this.#runner.run(scores.map(putScore)));
  }

  async hasData(projectId: string): Promise<boolean> {
    return hasProjectData(async (statements) => this.#execute(statements), projectId);
  }

  async deleteProject(projectId: string): Promise<void> {
    await deleteProjectData(async (statements) => this.#execute(statements), projectId);
  }

  #execute(statements: Statement[]): StatementResult[] {
    return inTransaction(this.#database, () => this.#runner.run(statements));
  }

  async count(kind: ArchivedKind, projectIds: readonly string[]): Promise<number> {
    const counted = sql<{ count: number }>`SELECT count(*) AS count FROM ${nameSql(kind)}
      WHERE projectId IN ${listSql(projectIds)}`;
    return this.#records.get(counted)?.count ?? 0;
  }
}
