// A read whose time is over ends at its next row: the thread of a statement stops only where the statement calls JavaScript.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReader } from "../../../../src/server/engines/sqlite/database/database.ts";
import { sqliteReads } from "../../../../src/server/engines/sqlite/read/sqlite-reads.ts";
import { EXPERIMENTS, EXPERIMENT_ITEMS, readExperimentQuery } from "../../../../src/server/query/experiment-query.ts";
import { readObservationQuery } from "../../../../src/server/query/observation-query.ts";
import type { ObservationReads, ReadName } from "../../../../src/server/query/observation-reads.ts";
import { readScoreQuery } from "../../../../src/server/query/score-query.ts";
import { readGroupQuery } from "../../../../src/server/query/session-query.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { send } from "../../../support/server/otlp-calls.ts";

/** Number of rows of each kind. One row in 64 can end a read. */
const ROWS = 2_000;
const traceId = "1".repeat(32);
const spanId = (n: number): string => (n + 1).toString(16).padStart(16, "0");

const directory = mkdtempSync(join(tmpdir(), "svc-ended-reads-"));
let database: DatabaseSync;
let reads: ObservationReads;
let projectId: string;

/** Stores items of an experiment, each in a session of its own with a score, which all the reads go through. */
async function fill(server: RunningServer): Promise<void> {
  const spans = Array.from({ length: ROWS }, (_, n) => ({
    traceId,
    spanId: spanId(n),
    attributes: {
      [svc.OBSERVATION_TYPE]: "generation",
      [svc.OBSERVATION_MODEL]: "model",
      [svc.EXPERIMENT_ID]: "experiment",
      [svc.EXPERIMENT_ITEM_ID]: `item ${n}`,
      [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: spanId(n),
      "session.id": `session ${n}`,
    },
  }));
  await send(server, { spans });
  const about = { traceId, name: "helpful" };
  const scores = Array.from({ length: ROWS }, (_, n) => Object.assign({ observationId: spanId(n), value: n }, about));
  expect((await callsOf(() => server)("POST", "/scores", scores)).status).toBe(202);
}

beforeAll(async () => {
  const server = await startServer({ port: 0, dataDirectory: directory, openToThisMachine: true, keepDays: 0 });
  projectId = server.projectId;
  await fill(server);
  await server.close();
  database = openReader({ file: join(directory, "observations.sqlite") });
  reads = sqliteReads(database);
});
afterAll(() => {
  database?.close();
  rmSync(directory, { recursive: true });
});

const kind = { name: "helpful", source: "API", dataType: "NUMERIC" };
const window = { from: 0, to: Date.parse("2100-01-01T00:00:00Z") };
const observations = readObservationQuery({ version: "none", limit: 10 });
const experiments = { fromStartTime: "2020-01-01T00:00:00Z", limit: 10, scoreLimit: 10 };
const metrics = { dimensions: ["sessionId"], filters: [], granularity: null, timezone: null, orderBy: [], bins: 10 };

/** Reads that go through rows; the id of a model is looked up. */
const READS: Readonly<Record<Exclude<ReadName, "modelIdFor">, () => unknown>> = {
  observations: () => reads.observations(projectId, observations),
  hasObservation: () => reads.hasObservation(projectId, observations),
  startTimes: () => reads.startTimes(projectId, observations),
  traceExcerpts: () => reads.traceExcerpts(projectId, [traceId]),
  experiments: () => reads.experiments(projectId, readExperimentQuery(experiments, EXPERIMENTS)),
  experimentItems: () => reads.experimentItems(projectId, readExperimentQuery(experiments, EXPERIMENT_ITEMS)),
  experimentTotals: () => reads.experimentTotals(projectId, ["experiment"]),
  metrics: () =>
    reads.metrics(projectId, {
      ...metrics,
      ...window,
      view: "observations",
      metrics: [{ measure: "count", aggregation: "count" }],
      rowLimit: 10,
      hasRowLimit: true,
    }),
  groups: () => reads.groups(projectId, readGroupQuery("sessionId", {})),
  scores: () => reads.scores(projectId, readScoreQuery({ name: "none", limit: 10 })),
  scoreKinds: () => reads.scoreKinds(projectId),
  scoreAgreement: () => reads.scoreAgreement(projectId, { one: kind, other: kind }),
  modelUse: () => reads.modelUse(projectId, 0),
};

test.each(Object.entries(READS))("%s ends at a row when its time is over", (_name, read) => {
  database.function("may_go_on", { varargs: true }, () => 1);
  expect(read).not.toThrow();
  database.function("may_go_on", { varargs: true }, () => {
    throw new Error("the time is over");
  });
  expect(read).toThrow("the time is over");
});
