// Inserts rows that the service stored into a separate database, with plain statements only.
import { DatabaseSync } from "node:sqlite";
import { INSERT_OBSERVATION } from "../../src/server/engines/sqlite/write/observation-statements.ts";
import { OBSERVATION_COLUMNS } from "../../src/server/observations/observation-columns.ts";
import { openDatabase } from "../../src/server/engines/sqlite/database/database.ts";
import { answerOrder } from "../child.ts";
import { BATCH } from "./export-bodies.ts";

/** Rows to insert: after the first `from` rows, the given number. */
export interface BareOrder {
  readonly source: string;
  /** Path of the database to insert into; created if needed. */
  readonly target: string;
  readonly from: number;
  readonly count: number;
}

export interface BareResult {
  /** Time per span, in microseconds. */
  readonly perSpan: number;
  /** CPU time per span, in microseconds. */
  readonly cpu: number;
}

await answerOrder(async ({ source, target, from, count }: BareOrder): Promise<BareResult> => {
  const rows = readRows(source, from, count);
  const database = openDatabase({ file: target });
  const insert = database.prepare(INSERT_OBSERVATION);
  const putContent = database.prepare("INSERT INTO observation_content VALUES (?, ?, ?)");
  const putText = database.prepare("INSERT INTO observation_text (rowid, input, output) VALUES (?, ?, ?)");
  const [cpuBefore, started] = [process.cpuUsage(), performance.now()];
  for (let first = 0; first < rows.length; first += BATCH) {
    database.exec("BEGIN IMMEDIATE");
    for (const { values, input, output } of rows.slice(first, first + BATCH)) {
      const seq = insert.run(...values).lastInsertRowid;
      putContent.run(seq, input, output);
      putText.run(seq, input, output);
    }
    database.exec("COMMIT");
  }
  const perSpan = ((performance.now() - started) * 1e3) / rows.length;
  const { user, system } = process.cpuUsage(cpuBefore);
  database.close();
  return { perSpan, cpu: (user + system) / rows.length };
});

type Value = string | number | null;

function readRows(
  source: string,
  from: number,
  count: number,
): Array<{ values: Value[]; input: Value; output: Value }> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5_000 });
  const rows = database
    .prepare(
      `SELECT o.*, c.input, c.output FROM observations o JOIN observation_content c ON c.seq = o.seq
      WHERE o.seq > ? ORDER BY o.seq LIMIT ?`,
    )
    .all(from, count) as Array<Record<string, Value>>;
  database.close();
  if (rows.length !== count) throw new Error(`${rows.length} of ${count} rows are there`);
  return rows.map((row) => ({
    values: OBSERVATION_COLUMNS.map((column) => row[column]!),
    input: row["input"]!,
    output: row["output"]!,
  }));
}
