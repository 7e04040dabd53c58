import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addAggregates } from "../../../../src/server/engines/sqlite/read/metrics/aggregates.ts";
import { addListAggregates as addReading } from "../../../../src/server/engines/sqlite/read/metrics/list-aggregates.ts";
import { addListAggregates as addWriting } from "../../../../src/server/engines/sqlite/block-index/list-aggregates.ts";

/** Opens a database with rows, and with the lists that blocks of them have. */
function withLists(rows: ReadonlyArray<{ latency: number; trace: string }>, ofBlock: number): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  addAggregates(database);
  addReading(database);
  addWriting(database);
  database.exec("CREATE TABLE plain (seq INTEGER PRIMARY KEY, latency INTEGER, trace TEXT)");
  const insert = database.prepare("INSERT INTO plain (latency, trace) VALUES (?, ?)");
  for (const { latency, trace } of rows) insert.run(latency, trace);
  database.exec(`CREATE TABLE lists AS
    SELECT seq / ${ofBlock} AS block, latency_list(latency) AS latencies, trace_list(trace) AS traces
    FROM plain GROUP BY 1`);
  return database;
}

const latency = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 70_000 }),
  fc.integer({ min: -20_000_000_000_000, max: 20_000_000_000_000 }),
  fc.constantFrom(-1, 0, 65_535, 65_536, 4_294_967_295, 4_294_967_296),
);
const trace = fc.oneof(
  fc.integer({ min: 0, max: 1_500 }).map((n) => n.toString(16).padStart(32, "0")),
  fc.integer({ min: 0, max: 9 }).map((n) => `${n}`.repeat(32)),
  fc.constantFrom("A".repeat(32), "a".repeat(32), "a", "", "größe", "a".repeat(31)),
);
const rows = fc.array(fc.record({ latency, trace }), { minLength: 1, maxLength: 3_000, size: "max" });
const hexRows = rows.map((all) => all.filter((row) => /^[0-9a-f]{32}$/.test(row.trace)));

test("lists of blocks give what SQLite gives for the rows", () => {
  fc.assert(
    fc.property(
      fc.oneof(rows, hexRows),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, ofBlock, bins, fraction) => {
        const database = withLists(all, ofBlock);
        const read = (sql: string, ...values: number[]): unknown =>
          Object.values(database.prepare(sql).get(...values) ?? {});
        // A number on its own stands for a list of one, as for observations outside of the lists.
        const mixed =
          "SELECT latencies AS list FROM lists WHERE block > 0 UNION ALL SELECT latency FROM plain WHERE seq < ?";
        expect(read(`SELECT list_percentile(list, ?) FROM (${mixed})`, fraction, ofBlock)).toEqual(
          read("SELECT percentile_cont(latency, ?) FROM plain", fraction),
        );
        expect(read(`SELECT list_histogram(list, ?) FROM (${mixed})`, bins, ofBlock)).toEqual(
          read("SELECT histogram(latency, ?) FROM plain", bins),
        );
        expect(read("SELECT trace_count(traces) FROM lists")).toEqual(read("SELECT count(DISTINCT trace) FROM plain"));
        database.close();
      },
    ),
    { numRuns: 60, seed: Date.now() % 1_000_000 },
  );
});
