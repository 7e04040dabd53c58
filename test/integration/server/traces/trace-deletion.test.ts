import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AUTHORIZATION, observations, send } from "../../../support/server/otlp-calls.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const directory = folderOfAllTests("deletion");
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, dataDirectory: directory });
});
afterAll(async () => {
  await server.close();
});

const trace = (n: number): string => String(n).repeat(32);

function rows(sql: string): unknown[] {
  const database = new DatabaseSync(join(directory, "observations.sqlite"), { timeout: 5_000 });
  const found = database.prepare(sql).all();
  database.close();
  return found;
}

test("deletes a trace with its observations, contents, scores and comments only", async () => {
  for (const n of [1, 2, 3]) {
    const attributes = { "svc.observation.input": `question ${n}`, "svc.experiment.id": "e" };
    await send(server, { spans: [1, 2].map((i) => ({ traceId: trace(n), spanId: `${n}${i}`.repeat(8), attributes })) });
  }
  const database = new DatabaseSync(join(directory, "observations.sqlite"), { timeout: 5_000 });
  const score = database.prepare(
    `INSERT INTO scores (projectId, id, name, dataType, source, value, timestamp, environment, traceId, datasetRunId, metadata,
      createdAt, updatedAt) VALUES ('svc-local', ?, 's', 'NUMERIC', 'API', 1, 0, 'default', ?, ?, '{}', 0, 0)`,
  );
  for (const n of [1, 2, 3]) score.run(`of trace ${n}`, trace(n), null);
  score.run("of run", null, "e");
  const comment = database.prepare(
    `INSERT INTO comments (projectId, id, objectType, objectId, content, createdAt, updatedAt)
    VALUES ('svc-local', ?, ?, ?, 'c', 0, 0)`,
  );
  comment.run("on trace 1", "TRACE", trace(1));
  comment.run("on observation of 1", "OBSERVATION", "11".repeat(8));
  comment.run("on trace 3", "TRACE", trace(3));
  database.close();

  const headers = { authorization: AUTHORIZATION };
  const one = await fetch(`${server.url}/api/public/traces/${trace(1)}`, { method: "DELETE", headers });
  expect([one.status, await one.json()]).toEqual([200, { message: "Trace deleted successfully" }]);
  const unknown = await fetch(`${server.url}/api/public/traces/none`, { method: "DELETE", headers });
  expect(unknown.status).toBe(200);
  const many = await fetch(`${server.url}/api/public/traces`, {
    method: "DELETE",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ traceIds: [trace(2), "none"] }),
  });
  expect([many.status, await many.json()]).toEqual([200, { message: "Traces deleted successfully" }]);

  expect((await observations(server)).data.map(({ traceId }) => traceId)).toEqual([trace(3), trace(3)]);
  expect(rows("SELECT id FROM scores ORDER BY id")).toEqual([{ id: "of run" }, { id: "of trace 3" }]);
  expect(rows("SELECT id FROM comments")).toEqual([{ id: "on trace 3" }]);
  expect(rows("SELECT DISTINCT input FROM observation_content")).toEqual([{ input: "question 3" }]);
  expect(rows("SELECT DISTINCT traceId FROM observation_experiments")).toEqual([{ traceId: trace(3) }]);
  const filter = JSON.stringify([{ type: "string", column: "input", operator: "matches", value: "question" }]);
  expect((await observations(server, { filter })).data).toHaveLength(2);
  expect(rows("SELECT count(*) AS n FROM observation_text")).toEqual([{ n: 2 }]);
});
