import type { Arrivals, ArrivedObservation } from "../../observations/arrivals.ts";
import { EXPERIMENT_COLUMNS, OBSERVATION_COLUMNS } from "../../observations/observation-columns.ts";
import type { ExperimentRecord, ObservationRecord } from "../../observations/observation-record.ts";
import type { RecordReader } from "./database/record-reader.ts";
import { columnsSql, sql } from "../../storage/sql.ts";
import { COLUMNS_WITHOUT_METADATA } from "./read/observations.ts";

/** Most observations in one read. */
const CHUNK = 100;

/** Stored observations in the order of their arrival. `seq` is their number, and the order of the table. */
export class SqliteArrivals implements Arrivals {
  readonly #records: RecordReader;

  constructor(records: RecordReader) {
    this.#records = records;
  }

  async after(seq: number, limit: number): Promise<ArrivedObservation[]> {
    // Selects only by the number: with the project, SQLite would go through the whole table.
    return this.#records.all(sql<ArrivedObservation>`SELECT o.seq, ${COLUMNS_WITHOUT_METADATA}
      FROM observations o WHERE o.seq > ${seq} ORDER BY o.seq LIMIT ${limit}`);
  }

  last(): number {
    return this.#records.get(sql<{ seq: number }>`SELECT coalesce(max(seq), 0) AS seq FROM observations`)?.seq ?? 0;
  }
}

/** Yields all observations of a project, or of all, with content and experiment, in the order of arrival, in chunks. */
export function* readInOrder(records: RecordReader, projectId?: string): Generator<ObservationRecord[]> {
  const ofProject = projectId === undefined ? sql`` : sql`o.projectId = ${projectId} AND`;
  for (let last = 0; ;) {
    const { rows } = records.fitting(sql<Omit<ObservationRecord, "experiment"> & { seq: number }>`
      SELECT o.seq, ${columnsSql(OBSERVATION_COLUMNS, "o")}, c.input, c.output
      FROM observations o LEFT JOIN observation_content c ON c.seq = o.seq
      WHERE ${ofProject} o.seq > ${last} ORDER BY o.seq LIMIT ${CHUNK}`);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
    yield rows.map(({ seq, ...row }) => Object.assign(row, { experiment: experimentOf(records, seq) ?? null }));
  }
}

function experimentOf(records: RecordReader, seq: number): ExperimentRecord | undefined {
  return records.get(sql<ExperimentRecord>`SELECT ${columnsSql(EXPERIMENT_COLUMNS)}
    FROM observation_experiments WHERE seq = ${seq}`);
}
