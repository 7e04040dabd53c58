import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filterConditions } from "../../../../src/server/engines/sqlite/read/filters/filter-conditions.ts";
import { FilterSearches } from "../../../../src/server/engines/sqlite/read/filters/filter-searches.ts";
import { OBSERVATION_SQL_COLUMNS } from "../../../../src/server/engines/sqlite/read/filters/observation-columns.ts";
import { chosenRows } from "../../../../src/server/engines/sqlite/read/observations.ts";
import { RecordReader } from "../../../../src/server/engines/sqlite/database/record-reader.ts";
import { inDatabase } from "../../../support/server/database-file.ts";
import { observations, send } from "../../../support/server/otlp-calls.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const directory = folderOfAllTests("found-by-index");
let server: RunningServer;

/** Texts that differ in case, accents, signs, the order or the number of words; some have no words, or more than are looked for. */
const TEXTS = [
  "Where is my order?",
  "where is my order?",
  "order my is where?",
  "Where is my order",
  "ΟΔΟΣ οδος οδοσ",
  "οδος",
  "ΟΔΟΣ",
  "Größe",
  "grosse",
  "...",
  "7 x 7",
  '"quoted" AND NOT (x*)',
  "無 and some words",
  `${"many words ".repeat(300)}${Array.from({ length: 60 }, (_, n) => `word${n}`).join(" ")}`,
  `${"many words ".repeat(300)}${Array.from({ length: 60 }, (_, n) => `word${n}`).join(" ")}.`,
];
/** Returns the attribute with one of the texts; nothing for every fifth number. */
const oneOf = (attribute: string, n: number): Record<string, string> =>
  n % 5 === 0 ? {} : { [attribute]: TEXTS[(n * 7) % TEXTS.length] ?? "" };

beforeAll(async () => {
  server = await startServer({ port: 0, dataDirectory: directory, keepDays: 0 });
  const spans = Array.from({ length: 200 }, (_, n) => ({
    spanId: (n + 1).toString(16).padStart(16, "0"),
    attributes: { ...oneOf(svc.OBSERVATION_INPUT, n), ...oneOf(svc.OBSERVATION_OUTPUT, n * 3 + 1) },
  }));
  await send(server, { spans });
});
afterAll(async () => {
  await server.close();
});

test("finds an observation by its exact input or output, with and without the index", async () => {
  const rows = inDatabase(directory, (database) =>
    database
      .prepare("SELECT o.id, c.input, c.output FROM observations o LEFT JOIN observation_content c ON c.seq = o.seq")
      .all(),
  );
  const text = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom("order", "WHERE IS MY ORDER?", "nowhere"));
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom("input", "output"), async (value, column) => {
      const filter = JSON.stringify([{ type: "string", column, operator: "=", value }]);
      const { data } = await observations(server, { filter, limit: "1000", fields: "core" });
      const expected = rows.filter((row) => row[column] === value).map(({ id }) => String(id));
      expect(data.map(({ id }) => String(id)).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 40, seed: 1 },
  );
});

test("a trace is looked up, not searched for in all of the time", () => {
  inDatabase(directory, (database) => {
    const searches = new FilterSearches(database, new RecordReader(database));
    const filters = [{ type: "string", column: "traceId", operator: "=", value: "a".repeat(32) }] as const;
    const conditions = filterConditions(filters, OBSERVATION_SQL_COLUMNS, searches);
    const parts = { metadata: false, content: false, promptId: false };
    const { sql, values } = chosenRows("svc-local", parts, conditions, 50);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    const search = plan.map(({ detail }) => String(detail)).find((detail) => detail.startsWith("SEARCH"));
    expect(search).toBe("SEARCH o USING INDEX sqlite_autoindex_observations_1 (projectId=? AND traceId=?)");
  });
});
