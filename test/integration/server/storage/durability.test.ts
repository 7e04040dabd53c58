import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { startServer } from "@svc/server";
import { beforeEach, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { addressIn, startCommand } from "../../../support/server/server-command.ts";
import { AUTHORIZATION, get, gzip, observations, post, protobufExport } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let directory: string;
beforeEach(() => {
  directory = folderOfTest("durability");
});

const SPANS = 20;
const spanId = (n: number): string => (n + 1).toString(16).padStart(16, "0");

/** Returns one export of 20 spans in one trace. */
function batch(n: number): { traceId: string; body: Uint8Array<ArrayBuffer> } {
  const traceId = (n + 1).toString(16).padStart(32, "0");
  const spans = Array.from({ length: SPANS }, (_, i) => ({
    traceId,
    spanId: spanId(i),
    attributes: { "svc.observation.input": `question ${i} of batch ${n}` },
  }));
  return { traceId, body: gzip(protobufExport({ spans })) };
}

test("keeps every acknowledged export after kill -9, and stores no export in part", async () => {
  const answered: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { child, ready, finished } = startCommand(["--data", directory, "--port", "0"]);
    const url = addressIn(await ready);
    const sender = async (start: number): Promise<void> => {
      for (let n = start; child.exitCode === null && child.signalCode === null; n += 4) {
        const { traceId, body } = batch(round * 100_000 + n);
        try {
          const { status } = await post({ url }, body, { "content-encoding": "gzip" });
          if (status === 200) answered.push(traceId);
        } catch {
          return;
        }
        if (answered.length >= (round + 1) * 40) child.kill("SIGKILL");
      }
    };
    const senders = [0, 1, 2, 3].map(sender);
    await once(child, "exit");
    await Promise.all(senders);
    expect(await finished).toMatchObject({ signal: "SIGKILL" });
  }

  const server = await startServer({ port: 0, dataDirectory: directory });
  for (const traceId of answered) {
    expect((await observations(server, { traceId, limit: "1000" })).data).toHaveLength(SPANS);
  }
  await server.close();
  const database = new DatabaseSync(join(directory, "observations.sqlite"));
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  const whole = database.prepare("SELECT count(*) AS n FROM observations GROUP BY traceId").all();
  expect(new Set(whole.map(({ n }) => n))).toEqual(new Set([SPANS]));
  const content = database.prepare("SELECT count(*) AS n FROM observation_content").get();
  expect(content).toEqual(database.prepare("SELECT count(*) AS n FROM observations").get());
  database.close();
  expect(answered.length).toBeGreaterThanOrEqual(120);
});

test("answers exports with a retryable error when the disk fails, and serves reads", async () => {
  const server = await startServer({ port: 0, dataDirectory: directory });
  const other = new DatabaseSync(join(directory, "observations.sqlite"));
  // Another connection holds the lock on the file, as another process would: a sender sees the same.
  other.exec("BEGIN IMMEDIATE");
  const { body } = batch(0);
  const headers = {
    authorization: AUTHORIZATION,
    "content-type": "application/x-protobuf",
    "content-encoding": "gzip",
  };
  const refused = fetch(server.url + OTLP_TRACES_PATH, { method: "POST", headers, body });
  expect((await get(server, "/api/public/v2/observations")).status).toBe(200);
  expect((await refused).status).toBe(503);
  other.exec("ROLLBACK");
  other.close();
  expect((await fetch(server.url + OTLP_TRACES_PATH, { method: "POST", headers, body: batch(0).body })).status).toBe(
    200,
  );
  await server.close();
});

test("answers changes with 503 on a full disk, serves reads, and stores again when the disk has space", async () => {
  const { child, ready, finished } = startCommand(["--data", directory, "--port", "0"]);
  const url = addressIn(await ready);
  const call = callsOf(() => ({ url }));
  const { traceId, body } = batch(0);
  const headers = {
    authorization: AUTHORIZATION,
    "content-type": "application/x-protobuf",
    "content-encoding": "gzip",
  };
  const send = async (): Promise<number> =>
    (await fetch(url + OTLP_TRACES_PATH, { method: "POST", headers, body: body.slice() })).status;
  const stored = async (): Promise<number> =>
    (await call("GET", `/v2/observations?traceId=${traceId}&limit=100`)).body.data.length;
  expect(await send()).toBe(200);

  // From here the process can write to no file.
  const limitFiles = (bytes: string): unknown =>
    execFileSync("prlimit", ["--pid", String(child.pid), `--fsize=${bytes}:`]);
  limitFiles("1");
  const refused = { status: 503, body: { error: "ServiceUnavailableError", message: expect.stringContaining("log") } };
  expect(await call("DELETE", `/traces/${traceId}`)).toMatchObject(refused);
  expect(await call("DELETE", "/traces", { traceIds: [traceId] })).toMatchObject(refused);
  expect(await call("POST", "/v2/datasets", { name: "none" })).toMatchObject(refused);
  expect(await call("POST", "/scores", { traceId, name: "none", value: 1 })).toMatchObject(refused);
  expect((await call("GET", "/unstable/dashboards")).status).toBe(200);
  expect((await call("POST", "/unstable/dashboards", { name: "none" })).status).toBe(503);
  expect(await send()).toBe(503);
  expect(await stored()).toBe(SPANS);

  limitFiles("unlimited");
  expect((await call("DELETE", `/traces/${traceId}`)).status).toBe(200);
  expect(await stored()).toBe(0);
  child.kill();
  const { stdout } = await finished;
  expect(stdout).toMatch(/a change was not stored: disk I\/O error/);
  expect(stdout).toContain(directory);
});
