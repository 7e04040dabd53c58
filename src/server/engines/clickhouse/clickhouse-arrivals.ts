import type { Arrivals, ArrivedObservation } from "../../observations/arrivals.ts";
import type { ClickHouseDatabase } from "./database/clickhouse-database.ts";
import { integerSql, sql } from "../../storage/sql.ts";
import { observationOf, rowColumns } from "./read/observation-row.ts";
import type { ArrivalClock } from "./write/arrival-clock.ts";

/**
 * Stored observations in the order of their arrival, which is that of time. Numbers of this process are in the order in which its
 * inserts end. Another process can end an insert after a later one of this process: its observations are then not among the new
 * ones here.
 */
export class ClickHouseArrivals implements Arrivals {
  readonly #database: ClickHouseDatabase;
  readonly #clock: ArrivalClock;

  constructor(database: ClickHouseDatabase, clock: ArrivalClock) {
    this.#database = database;
    this.#clock = clock;
  }

  async after(seq: number, limit: number): Promise<ArrivedObservation[]> {
    const columns = rowColumns({ metadata: false, content: false });
    const rows = await this.#database.all(sql`SELECT o.seq AS seq, ${columns} FROM observations AS o FINAL
      WHERE o.seq > ${seq} ORDER BY o.seq LIMIT ${integerSql(limit)} WITH TIES`);
    return rows.map((row) => observationOf(row) as ArrivedObservation);
  }

  last(): number {
    return this.#clock.lastStored();
  }
}
