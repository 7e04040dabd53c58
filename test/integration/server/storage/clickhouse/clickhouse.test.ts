// Observations and scores in ClickHouse: what a person who sets it up sees, what several processes share, and what happens when
// the database does not answer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCAL_KEYS } from "@svc/core/internal";
import type { RunningServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { TABLE_VERSIONS } from "../../../../../src/server/engines/clickhouse/database/clickhouse-tables.ts";
import { installed } from "../../../../support/application/installation.ts";
import { freePort } from "../../../../support/http/free-port.ts";
import { type Call, callsOf } from "../../../../support/server/api-calls.ts";
import { observation, observations, post, protobufExport, send } from "../../../../support/server/otlp-calls.ts";
import { type ServerCommand, addressIn, startCommand } from "../../../../support/server/server-command.ts";
import { type ClickHouseServer, startClickHouse } from "../../../../support/storage/clickhouse-server.ts";

/** Time for the start, in milliseconds. The first one installs the engine. */
const START_TIMEOUT_MS = 300_000;
const DAY_MS = 86_400_000;

const directory = mkdtempSync(join(tmpdir(), "svc-observations-"));
afterAll(() => rmSync(directory, { recursive: true }));

const refused = async (url: string, cwd: string, ...parameters: string[]): Promise<string> => {
  const { finished } = startCommand(["--port", "0", "--memory", ...parameters], { SVC_STORE_URL: url }, cwd);
  const { code, stdout, stderr } = await finished;
  expect([code, stdout]).toEqual([1, ""]);
  return stderr;
};

test("without the package of the client, the start fails and names the command that installs it", async () => {
  expect(await refused("clickhouse://svc@localhost/svc", directory)).toContain("npm install @clickhouse/client\n");
});

describe("a service with ClickHouse", () => {
  let cwd: string;
  let clickHouse: ClickHouseServer;
  let env: { SVC_STORE_URL: string };

  beforeAll(async () => {
    cwd = await installed("clickhouse");
    clickHouse = await startClickHouse(cwd);
    env = { SVC_STORE_URL: clickHouse.url };
  }, START_TIMEOUT_MS);
  afterAll(async () => clickHouse?.close());

  /** Service in a process of its own, without data on its disk. */
  interface Process {
    call: Call;
    command: ServerCommand;
    /** Address for helpers that only need one. */
    server: RunningServer;
    /** Ends the process, and returns what it said. */
    end(): Promise<string>;
  }

  async function start(...parameters: string[]): Promise<Process> {
    const command = startCommand(["--port", "0", "--memory", ...parameters], env, cwd);
    const url = addressIn(await command.ready);
    return {
      call: callsOf(() => ({ url })),
      command,
      server: { url } as RunningServer,
      async end() {
        command.child.kill();
        const { code, stdout, stderr } = await command.finished;
        expect(code).toBe(0);
        expect(stdout + stderr).not.toContain(clickHouse.password);
        return stdout + stderr;
      },
    };
  }

  const count = async (table: string): Promise<number> => {
    const [row] = await clickHouse.query(`SELECT count() AS count FROM ${table} FORMAT JSONEachRow`);
    return Number(row?.["count"]);
  };

  test("processes that start together prepare the tables once, and share what is stored", async () => {
    const services = await Promise.all([start(), start(), start()]);
    const traceId = "1".repeat(32);
    await send(services[0].server, { spans: [{ traceId, name: "shared" }] });
    for (const { server } of services) expect(await observation(server, traceId)).toMatchObject({ name: "shared" });
    await Promise.all(services.map(async ({ end }) => end()));
    const versions = await clickHouse.query("SELECT * FROM table_versions FINAL FORMAT JSONEachRow");
    expect(versions).toHaveLength(TABLE_VERSIONS.length);
  });

  test("tables of the first version keep their scores, which no public key replaces", async () => {
    await clickHouse.query("TRUNCATE TABLE table_versions");
    await clickHouse.query("INSERT INTO table_versions (version) VALUES (1)");
    for (const column of ["writerKind", "writerId", "history"]) {
      await clickHouse.query(`ALTER TABLE scores DROP COLUMN ${column}`);
    }
    const now = Date.now();
    await clickHouse.query(`INSERT INTO scores (projectId, id, rowVersion, name, dataType, source, value, timestamp, environment,
      traceId, createdAt, updatedAt) VALUES ('svc-local', 'judge-1', 1, 'judge', 'NUMERIC', 'API', 1, ${now}, 'default', 't', ${now}, ${now})`);
    const { call, end } = await start();
    const judge = { id: "judge-1", traceId: "t", name: "judge", value: 0 };
    expect((await call("POST", "/scores", judge, `Bearer ${LOCAL_KEYS.publicKey}`)).status).toBe(409);
    const read = async (): Promise<unknown> => (await call("GET", "/v3/scores?id=judge-1&fields=history")).body.data;
    expect(await read()).toMatchObject([{ value: 1, writtenBy: null, history: [] }]);
    await call("POST", "/scores", judge);
    expect(await read()).toMatchObject([{ value: 0, history: [{ value: 1, writtenBy: null }] }]);
    await end();
  });

  test.each<[string, () => Promise<string>, string]>([
    [
      "an address of another database",
      async () => "postgres://svc:secret@localhost/svc",
      "clickhouse://user:password@",
    ],
    ["an address that is none", async () => "clickhouse", "clickhouse://user:password@"],
    [
      "an address without a database",
      async () => "clickhouse://svc:secret@localhost",
      "cannot be the name of a database",
    ],
    [
      "a port on which nothing listens",
      async () => `clickhouse://svc:secret@127.0.0.1:${await freePort()}/svc`,
      "ECONNREFUSED",
    ],
    [
      "a wrong password",
      async () => `clickhouse://svc:secret@127.0.0.1:${clickHouse.port}/svc`,
      "Authentication failed",
    ],
  ])("does not start with %s, says why, and does not repeat the password", async (_what, url, message) => {
    const said = await refused(await url(), cwd);
    expect(said).toContain("SVC_STORE_URL: ");
    expect(said).toContain(message);
    expect(said).not.toContain("secret");
  });

  test("does not start with a limit for the size, which ClickHouse does not have", async () => {
    expect(await refused(env.SVC_STORE_URL, cwd, "--max-size", "1GB")).toContain("--keep-days");
  });

  test("does not start on tables of a newer version", async () => {
    await clickHouse.query("INSERT INTO table_versions (version) VALUES (99)");
    expect(await refused(env.SVC_STORE_URL, cwd)).toContain("its tables are of version 99");
    await clickHouse.query("DELETE FROM table_versions WHERE version = 99");
  });

  test("a batch that two processes store together, again and again, is stored once", async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const traceId = "2".repeat(32);
    const spans = Array.from({ length: 50 }, (_, n) => ({ traceId, spanId: (n + 1).toString(16).padStart(16, "0") }));
    await Promise.all([one, other, one, other].map(async ({ server }) => send(server, { spans })));
    for (const { server } of [one, other]) {
      expect((await observations(server, { traceId, limit: "1000" })).data).toHaveLength(50);
    }
    await Promise.all([one.end(), other.end()]);
  });

  test("a span that arrives again with another start, or on another day, replaces the first", async () => {
    const { server, call, end } = await start();
    const traceId = "3".repeat(32);
    const now = Date.now();
    for (const [name, time] of [
      ["first", now],
      ["second", now - 1_000],
      ["third", now - 3 * DAY_MS],
    ] as const) {
      // A state with an earlier end would replace nothing.
      await send(server, { spans: [{ traceId, name, start: time, end: now + 5 }] });
      expect((await observations(server, { traceId })).data.map((row) => row["name"])).toEqual([name]);
    }
    const query = {
      view: "observations",
      metrics: [{ measure: "count", aggregation: "count" }],
      filters: [{ type: "string", column: "traceId", operator: "=", value: traceId }],
      fromTimestamp: new Date(now - 5 * DAY_MS).toISOString(),
      toTimestamp: new Date(now + DAY_MS).toISOString(),
    };
    const { body } = await call("GET", `/v2/metrics?query=${encodeURIComponent(JSON.stringify(query))}`);
    expect(body.data).toEqual([{ count_count: 1 }]);
    await end();
  });

  test("what is older than the retention is removed when a service starts, with its scores", async () => {
    const keeping = await start("--keep-days", "0");
    const traceId = "4".repeat(32);
    const time = Date.now() - 40 * DAY_MS;
    await send(keeping.server, { spans: [{ traceId, start: time, end: time + 5 }] });
    const score = { id: "old", traceId, name: "n", value: 1, timestamp: new Date(time).toISOString() };
    expect((await keeping.call("POST", "/scores", score)).status).toBe(200);
    expect((await observations(keeping.server, { traceId })).data).toHaveLength(1);
    await keeping.end();
    const removing = await start("--keep-days", "30");
    await vi.waitFor(async () => expect((await observations(removing.server, { traceId })).data).toEqual([]), 20_000);
    await vi.waitFor(
      async () => expect((await removing.call("GET", `/v3/scores?traceId=${traceId}`)).body.data).toEqual([]),
      20_000,
    );
    expect(await removing.end()).toContain("removed 1 observations that were too old");
  });

  test("a removed trace leaves no row in any table", async () => {
    const { server, call, end } = await start();
    const traceId = "5".repeat(32);
    await send(server, { spans: [{ traceId }] });
    await call("POST", "/scores", { name: "n", value: 1, traceId });
    expect((await call("DELETE", `/traces/${traceId}`)).status).toBe(200);
    for (const table of ["observations", "observation_traces", "scores"]) {
      expect([table, await count(`${table} WHERE traceId = '${traceId}'`)]).toEqual([table, 0]);
    }
    await end();
  });

  test("while ClickHouse is away, requests are answered 503 to repeat, and nothing that was answered is lost", async () => {
    const { server, call, end } = await start();
    const traceId = "6".repeat(32);
    const spans = [{ traceId, name: "before" }];
    await send(server, { spans });
    await clickHouse.kill();
    const answers = [await post(server, protobufExport({ spans })), await fetch(`${server.url}/api/public/health`)];
    expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [503, "1"],
      [200, null],
    ]);
    for (const [method, path, body] of [
      ["GET", "/v2/observations", undefined],
      ["POST", "/scores", { name: "n", value: 1, traceId }],
    ] as const) {
      const { status, headers } = await call(method, path, body);
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    }
    await clickHouse.restart();
    expect(await observation(server, traceId)).toMatchObject({ name: "before" });
    await send(server, { spans: [{ traceId, name: "after" }] });
    expect(await observation(server, traceId)).toMatchObject({ name: "after" });
    expect(await end()).toContain("does not answer");
  });

  test("what was answered is there after the database was killed under load", async () => {
    const { server, end } = await start();
    const traceId = (n: number): string => `7${n.toString(16).padStart(31, "0")}`;
    const answered: number[] = [];
    const killed = new AbortController();
    const sender = async (first: number): Promise<void> => {
      for (let n = first; !killed.signal.aborted; n += 4) {
        const { status } = await post(server, protobufExport({ spans: [{ traceId: traceId(n) }] }));
        if (status === 200) answered.push(n);
      }
    };
    const senders = [0, 1, 2, 3].map(sender);
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(20), 20_000);
    await clickHouse.kill();
    killed.abort();
    await Promise.all(senders);
    await clickHouse.restart();
    for (const n of answered) expect((await observations(server, { traceId: traceId(n) })).data).toHaveLength(1);
    await end();
  });
});
