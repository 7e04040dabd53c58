import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LOCAL_KEYS } from "@svc/core/internal";
import { startServer } from "@svc/server";
import { beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../../../src/server/engines/sqlite/migrations/index.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { SPAN_ID, TRACE_ID, observation, observations, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let directory: string;
beforeEach(() => {
  directory = folderOfTest("migrations");
});

const START = Date.parse("2026-11-01T10:00:00.000Z");

/** Row as the first release of the service stored it. */
const FIRST_ROW = {
  projectId: "svc-local",
  traceId: TRACE_ID,
  id: SPAN_ID,
  type: "GENERATION",
  name: "stored before",
  startTime: START,
  endTime: START + 1_500,
  environment: "default",
  level: "DEFAULT",
  sessionId: "s-1",
  tags: '["a"]',
  public: 0,
  bookmarked: 0,
  isRoot: 1,
  input: "a question of old",
  output: "an answer",
  metadata: '{"user.tier":"gold"}',
  model: "gpt-4o",
  usageDetails: '{"input":3,"output":4,"total":7}',
  costDetails: '{"input":1.5,"output":2}',
  totalCost: 3.5,
  createdAt: START,
  updatedAt: START,
};

/** Writes a database of an earlier schema version, with typical content. */
function writeDatabase(schema: number): void {
  const database = new DatabaseSync(join(directory, "observations.sqlite"));
  const [first, ...later] = MIGRATIONS.slice(0, schema);
  database.exec(first ?? "");
  const columns = Object.keys(FIRST_ROW);
  database
    .prepare(`INSERT INTO observations (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .run(...Object.values(FIRST_ROW));
  for (const sql of later) database.exec(sql);
  database.exec(`PRAGMA user_version = ${schema}`);
  database.close();
}

describe("a database of an earlier release", () => {
  test.each(MIGRATIONS.map((_, index) => index + 1))("at schema %i is read unchanged", async (schema) => {
    writeDatabase(schema);
    const server = await startServer({ port: 0, dataDirectory: directory });
    expect(await observation(server)).toMatchObject({
      id: SPAN_ID,
      name: "stored before",
      input: FIRST_ROW.input,
      output: FIRST_ROW.output,
      metadata: { "user.tier": "gold" },
      usageDetails: { input: 3, output: 4, total: 7 },
      totalCost: 3.5,
      sessionId: "s-1",
      createdAt: "2026-11-01T10:00:00.000Z",
    });
    await server.close();
  });

  test("accepts spans like a new one, including a known span", async () => {
    writeDatabase(1);
    const server = await startServer({ port: 0, dataDirectory: directory });
    await send(server, { spans: [{ name: "again" }, { spanId: "1".repeat(16), name: "new" }] });
    const { data } = await observations(server, { fields: "core,basic,io" });
    expect(data.map(({ id, name, input }) => [id, name, input])).toEqual([
      [SPAN_ID, "again", null],
      ["1".repeat(16), "new", null],
    ]);
    await server.close();
  });

  test("gets an index that metrics over the time read alone", async () => {
    writeDatabase(11);
    const server = await startServer({ port: 0, dataDirectory: directory });
    await server.close();
    const database = new DatabaseSync(join(directory, "observations.sqlite"), { readOnly: true });
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT startTime / 3600000, count(*), sum(totalCost), max(endTime - startTime)
        FROM observations WHERE projectId = 'svc-local' AND startTime >= 0 AND level = 'ERROR' AND tags <> '[]' GROUP BY 1`,
      )
      .all();
    database.close();
    expect(plan[0]).toMatchObject({
      detail: expect.stringContaining("USING COVERING INDEX observations_by_time (projectId=? AND startTime>?"),
    });
  });

  test("is migrated once when several services open it at the same time", async () => {
    writeDatabase(1);
    const servers = await Promise.all([1, 2, 3].map(async () => startServer({ port: 0, dataDirectory: directory })));
    for (const server of servers) expect((await observations(server)).data).toHaveLength(1);
    await Promise.all(servers.map(async (server) => server.close()));
  });

  test("gets the media counted that its texts refer to", async () => {
    writeDatabase(16);
    const database = new DatabaseSync(join(directory, "observations.sqlite"));
    const reference = (id: string): string => `@@@svcMedia:type=image/png|id=${id}|source=bytes@@@`;
    const addMedia = database.prepare(
      `INSERT INTO media (projectId, id, sha256Hash, contentType, contentLength, contentStoredAt, createdAt, updatedAt)
      VALUES ('svc-local', ?, '', 'image/png', 1, 1, 1, 1)`,
    );
    const addPlace = database.prepare("INSERT INTO media_places VALUES ('svc-local', ?, ?, '', '', '', 'input')");
    for (const id of ["of-item", "of-prompt", "of-comment", "of-nothing"]) {
      addMedia.run(id);
      addPlace.run(id, TRACE_ID);
    }
    database
      .prepare(
        `INSERT INTO dataset_items (projectId, datasetId, id, validFrom, validTo, isDeleted, status, input, expectedOutput,
          metadata, createdAt, updatedAt) VALUES ('svc-local', 'd', 'i', 1, 2, 0, 'ACTIVE', ?, 'null', 'null', 1, 2)`,
      )
      .run(JSON.stringify({ images: ["none", reference("of-item")] }));
    database
      .prepare(
        `INSERT INTO prompt_versions (projectId, name, version, id, prompt, config, createdAt, updatedAt)
        VALUES ('svc-local', 'p', 1, 'p1', ?, '{}', 1, 1)`,
      )
      .run(JSON.stringify(`See ${reference("of-prompt")}`));
    database
      .prepare(
        `INSERT INTO comments (projectId, id, objectType, objectId, content, createdAt, updatedAt)
        VALUES ('svc-local', 'c', 'PROMPT', 'p1', ?, 1, 1)`,
      )
      .run(`${reference("of-comment")} ${reference("of-item")}`);
    database.close();
    const server = await startServer({ port: 0, dataDirectory: directory, keepDays: 0 });
    const call = callsOf(() => server);
    expect((await call("DELETE", `/traces/${TRACE_ID}`)).status).toBe(200);
    await server.close();
    const after = new DatabaseSync(join(directory, "observations.sqlite"), { readOnly: true });
    const left = after.prepare("SELECT id FROM media ORDER BY id").all();
    after.close();
    expect(left.map(({ id }) => id)).toEqual(["of-comment", "of-item", "of-prompt"]);
  });

  test("keeps its scores, which no public key replaces, and the items of its queues, of which an object gets one", async () => {
    writeDatabase(17);
    const database = new DatabaseSync(join(directory, "observations.sqlite"));
    database.exec(`INSERT INTO scores (projectId, id, name, dataType, source, value, timestamp, environment, traceId, metadata,
        createdAt, updatedAt)
      VALUES ('svc-local', 'judge-1', 'judge', 'NUMERIC', 'API', 1, 1, 'default', 't', '{}', 1, 1)`);
    const add =
      database.prepare(`INSERT INTO documents (projectId, kind, id, parentId, content, revision, createdAt, updatedAt)
      VALUES ('svc-local', ?, ?, ?, ?, 1, 1, 1)`);
    add.run("annotation-queue", "q", "", JSON.stringify({ name: "q", description: null, scoreConfigIds: [] }));
    for (const [id, objectId] of [
      ["first", "t/1"],
      ["second", "t/1"],
      ["other", "t/2"],
    ] as const) {
      const item = { objectId, objectType: "TRACE", status: "PENDING", completedAt: null };
      add.run("annotation-queue-item", id, "q", JSON.stringify(item));
    }
    database.close();
    const server = await startServer({ port: 0, dataDirectory: directory, keepDays: 0 });
    const call = callsOf(() => server);
    const judge = { id: "judge-1", traceId: "t", name: "judge", value: 0 };
    expect((await call("POST", "/scores", judge, `Bearer ${LOCAL_KEYS.publicKey}`)).status).toBe(409);
    expect((await call("GET", "/v3/scores?fields=history")).body.data).toMatchObject([
      { id: "judge-1", value: 1, writtenBy: null, history: [] },
    ]);
    const put = async (objectId: string): Promise<unknown> =>
      (await call("POST", "/annotation-queues/q/items", { objectId, objectType: "TRACE" })).body.id;
    expect([await put("t/1"), await put("t/2")]).toEqual(["first", "other"]);
    expect((await call("GET", "/annotation-queues/q/items")).body.meta.totalItems).toBe(3);
    await server.close();
  });
});
