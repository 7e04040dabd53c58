// Readiness and liveness of a service in a process of its own: while its databases are away, and while it ends.
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import type { RunningServer } from "@svc/server";
import { afterEach, expect, test, vi } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { AUTHORIZATION, observations, protobufExport } from "../../support/server/otlp-calls.ts";
import { type ServerCommand, addressIn, runCommand, startCommand } from "../../support/server/server-command.ts";
import { startClickHouse } from "../../support/storage/clickhouse-server.ts";
import { postgresPrograms, startPostgres } from "../../support/storage/postgres-server.ts";

/** Time for databases to start, in milliseconds. The first time, their packages are installed. */
const START_TIMEOUT_MS = 300_000;
const CHANGE = { timeout: 30_000, interval: 50 };

const HEALTH = "/api/public/health";
const READY = "/api/public/ready";

/** Clean-up after each test, the last entry first. */
const undone: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "svc-readiness-"));
  undone.push(async () => rm(path, { recursive: true }));
  return path;
}

async function end({ child, finished }: ServerCommand): Promise<void> {
  child.kill("SIGTERM");
  await finished;
}

/** Returns status and content of an answer. */
async function ask(url: string, path: string): Promise<[number, string]> {
  const response = await fetch(url + path);
  const { status } = (await response.json()) as { status: string };
  return [response.status, status];
}

test(
  "a service is alive but not ready while one of its databases is away, and ready when it is back",
  async ({ skip }) => {
    const found = await postgresPrograms();
    if ("missing" in found) {
      skip(found.missing);
      return;
    }
    const cwd = await installed("clickhouse");
    const clickHouse = await startClickHouse(cwd);
    undone.push(async () => clickHouse.close());
    const postgres = await startPostgres(found.programs);
    undone.push(async () => postgres.close());
    const env = { SVC_STORE_URL: clickHouse.url, SVC_DOCUMENTS_URL: postgres.url };
    const service = startCommand(["--port", "0", "--memory"], env, cwd);
    undone.push(async () => end(service));
    const url = addressIn(await service.ready);

    expect(await ask(url, READY)).toEqual([200, "OK"]);
    for (const [database, data] of [
      [clickHouse, "observations"],
      [postgres, "documents"],
    ] as const) {
      await database.kill();
      const problem = `The database of ${data} does not answer`;
      await vi.waitFor(async () => expect(await ask(url, READY)).toEqual([503, problem]), CHANGE);
      expect(await ask(url, HEALTH)).toEqual([200, "OK"]);
      expect(await ask(url, `${HEALTH}?failIfDatabaseUnavailable=true`)).toEqual([503, problem]);
      await database.restart();
      await vi.waitFor(async () => expect(await ask(url, READY)).toEqual([200, "OK"]), CHANGE);
    }
    expect(await ask(url, `${HEALTH}?failIfDatabaseUnavailable=true`)).toEqual([200, "OK"]);
  },
  START_TIMEOUT_MS,
);

/** Begins an export and holds back its last bytes. */
function beginExport(url: string, body: Uint8Array): { sent: ClientRequest; finish: () => Promise<number> } {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/x-protobuf" };
  const sent = request(url + OTLP_TRACES_PATH, {
    method: "POST",
    headers: { ...headers, "content-length": body.length },
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.write(body.subarray(0, 5));
  const finish = async (): Promise<number> => {
    sent.end(body.subarray(5));
    const [response] = await answered;
    response.resume();
    return response.statusCode ?? 0;
  };
  return { sent, finish };
}

test("a service that gets SIGTERM says that it is not ready, goes on for a while, refuses, and answers what is under way", async () => {
  const data = await folder();
  const { child, ready, finished } = startCommand(["--port", "0", "--data", data, "--drain", "1"]);
  const url = addressIn(await ready);
  const { finish } = beginExport(url, protobufExport({ spans: [{ name: "under way" }] }));
  // A request that is answered after the export has reached the service.
  expect(await ask(url, READY)).toEqual([200, "OK"]);

  child.kill("SIGTERM");
  await vi.waitFor(async () => expect(await ask(url, READY)).toEqual([503, "The service is about to end"]), CHANGE);
  const meanwhile = await fetch(url + HEALTH);
  expect([meanwhile.status, meanwhile.headers.get("connection")]).toEqual([200, "close"]);
  await vi.waitFor(async () => expect(fetch(url + HEALTH)).rejects.toThrow("fetch failed"), CHANGE);
  expect(await finish()).toBe(200);
  expect(await finished).toMatchObject({ code: 0, signal: null, stderr: "" });

  const next = startCommand(["--port", "0", "--data", data]);
  undone.push(async () => end(next));
  const server = { url: addressIn(await next.ready) } as RunningServer;
  expect((await observations(server)).data.map(({ name }) => name)).toEqual(["under way"]);
});

test("a time to drain that is no number of seconds is refused", async () => {
  const { code, stderr } = await runCommand(["--drain", "soon"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("--drain soon: a number of seconds is expected")]);
});
