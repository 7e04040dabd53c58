import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../../../src/server/engines/sqlite/migrations/index.ts";
import { AUTHORIZATION } from "../../support/server/otlp-calls.ts";
import type { Fault, Trial } from "../fault.ts";
import { databaseIn, startService, storedIn, withDirectory } from "./service-process.ts";

const TRACE = "5".repeat(32);

/** Observation in the columns of the first schema. */
const ROW = {
  projectId: "svc-local",
  traceId: TRACE,
  type: "GENERATION",
  name: "stored before",
  environment: "default",
  level: "DEFAULT",
  tags: '["a"]',
  public: 0,
  bookmarked: 0,
  isRoot: 1,
  output: "an answer",
  metadata: '{"tier":"gold"}',
  model: "gpt-4o",
  usageDetails: '{"input":3,"output":4,"total":7}',
  costDetails: '{"input":1.5,"output":2}',
  totalCost: 3.5,
} as const;

const ROWS = 200;

/** Writes the database of an earlier version of the service, with data. */
function writeDatabase(file: string, schema: number): void {
  const database = new DatabaseSync(file);
  const [first, ...later] = MIGRATIONS.slice(0, schema);
  database.exec(first!);
  for (let number = 0; number < ROWS; number++) {
    const now = Date.now();
    const times = { startTime: now - 1_000, endTime: now, createdAt: now, updatedAt: now };
    const row = { ...ROW, ...times, id: (number + 1).toString(16).padStart(16, "0"), input: `question ${number}` };
    const columns = Object.keys(row);
    const places = columns.map(() => "?").join(", ");
    database.prepare(`INSERT INTO observations (${columns.join(", ")}) VALUES (${places})`).run(...Object.values(row));
  }
  for (const sql of later) database.exec(sql);
  database.exec(`PRAGMA user_version = ${schema}`);
  database.close();
}

async function upgrade(trial: Trial): Promise<string> {
  // The short form takes the first, one in the middle and the last before the present one.
  const all = MIGRATIONS.map((_, index) => index + 1).slice(0, -1);
  const schemas = trial.form === "full" ? all : [all[0]!, all[all.length >> 1]!, all.at(-1)!];
  await withDirectory(async (directory) => {
    for (const schema of schemas) {
      await mkdir(directory);
      writeDatabase(databaseIn(directory), schema);
      const service = await startService(trial, directory);
      const query = `traceId=${TRACE}&limit=1000&fields=core,basic,io,metadata,usage`;
      const response = await fetch(`${service.url}/api/public/v2/observations?${query}`, {
        headers: { authorization: AUTHORIZATION },
      });
      const { data } = (await response.json()) as { data: Array<Record<string, unknown>> };
      const inputs = new Set(data.map(({ input }) => input));
      assert.equal(inputs.size, ROWS, `schema ${schema}: ${inputs.size} of ${ROWS} inputs are there`);
      assert.equal(data[0]!["output"], ROW.output);
      assert.deepEqual(data[0]!["metadata"], { tier: "gold" });
      assert.equal(await service.send(0), 200);
      await service.stop();
      assert.equal(storedIn(directory).integrity, "ok");
      await rm(directory, { recursive: true });
    }
  });
  return `${schemas.length} of ${MIGRATIONS.length - 1} earlier schemas, 0 of ${ROWS} observations lost in each`;
}

/** The data was written by an earlier version of the service. */
export const upgrades: readonly Fault[] = [
  {
    fault: "Upgrade: an earlier version of the service has written the data",
    outcome: "The service starts and has all of it",
    failsWhen: {
      says: "the newest migration is left out",
      of: "service",
      find: "MIGRATIONS.slice(schemaVersion(database))",
      put: "MIGRATIONS.slice(schemaVersion(database), -1)",
    },
    measure: upgrade,
  },
];
