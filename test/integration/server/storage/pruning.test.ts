import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, type ServerOptions, startServer } from "@svc/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { databaseFileOf } from "../../../../src/server/storage/data-directory.ts";
import { MIGRATIONS } from "../../../../src/server/engines/sqlite/migrations/index.ts";
import { prune, usedBytes } from "../../../../src/server/engines/sqlite/retention/pruning.ts";
import { openDatabase } from "../../../../src/server/engines/sqlite/database/database.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { runCommand } from "../../../support/server/server-command.ts";
import { withoutIndex } from "../../../support/server/database-file.ts";
import { organizationKeys } from "../../../support/server/api-keys.ts";
import { get, observations, post, protobufExport, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let directory: string;
let server: RunningServer | undefined;
beforeEach(() => {
  directory = folderOfTest("pruning");
});
afterEach(async () => {
  await server?.close();
});

const DAY_MS = 24 * 60 * 60 * 1_000;
const MB = 1024 * 1024;

/** Starts a service on the directory, which by default keeps everything; returns it with its log lines. */
async function start(options: ServerOptions = {}): Promise<{ running: RunningServer; lines: string[] }> {
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
    options.log?.(line);
  };
  const running = await startServer({ port: 0, dataDirectory: directory, keepDays: 0, maxBytes: 0, ...options, log });
  server = running;
  return { running, lines };
}

/** Starts a service and waits until it has logged `count` lines about removed data. */
async function startAndPrune(options: ServerOptions, count = 1): Promise<{ running: RunningServer; lines: string[] }> {
  let resolve: () => void = () => undefined;
  const said = new Promise<void>((done) => (resolve = done));
  let left = count;
  const log = (): void => {
    left -= 1;
    if (left === 0) resolve();
  };
  const started = await start({ ...options, log });
  await said;
  return started;
}

const ids = (n: number): { traceId: string; spanId: string } => ({
  traceId: (Math.floor(n / 100) + 1).toString(16).padStart(32, "0"),
  spanId: (n + 1).toString(16).padStart(16, "0"),
});

/** Stores spans of about 1 KB, 100 to a trace. */
async function fill(running: RunningServer, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1_000) {
    const spans = Array.from({ length: 1_000 }, (_, i) => ({
      ...ids(n + i),
      attributes: { [svc.OBSERVATION_INPUT]: `${n + i} ${"some text ".repeat(80)}` },
    }));
    await send(running, { spans });
  }
}

describe("pruning", () => {
  test("accepts exports while it runs", async () => {
    const first = await start();
    await fill(first.running, 12_000);
    await first.running.close();
    let resolve: (line: string) => void = () => undefined;
    const removed = new Promise<string>((done) => (resolve = done));
    const { running, lines } = await start({ maxBytes: 5 * MB, log: (line) => resolve(line) });
    // The writer got the first step of the pruning before the service reported that it listens.
    for (let n = 0; n < 5; n += 1) {
      const body = protobufExport({
        spans: [{ traceId: "f".repeat(32), spanId: ids(n).spanId, name: "while pruning" }],
      });
      expect((await post(running, body)).status).toBe(200);
    }
    expect(lines).toEqual([]);
    expect(await removed).toMatch(/^removed the \d+ oldest observations to stay below 5MB \(--max-size 5MB\)$/);
    expect((await observations(running, { name: "while pruning" })).data).toHaveLength(5);
    expect((await observations(running, { traceId: ids(0).traceId })).data).toEqual([]);
    expect((await observations(running, { traceId: ids(11_999).traceId })).data.length).toBeGreaterThan(0);
  });

  test("for age keeps spans that arrive while it runs", async () => {
    const first = await start();
    await fill(first.running, 4_000);
    await first.running.close();
    const database = new DatabaseSync(join(directory, "observations.sqlite"));
    database.exec("UPDATE observations SET startTime = 0");
    database.close();
    let resolve: (line: string) => void = () => undefined;
    const removed = new Promise<string>((done) => (resolve = done));
    const { running, lines } = await start({ keepDays: 30, log: (line) => resolve(line) });
    await send(running, {
      spans: [{ traceId: "f".repeat(32), name: "of long ago", start: Date.UTC(1990, 0), end: Date.UTC(1990, 0) }],
    });
    expect(lines).toEqual([]);
    expect(await removed).toBe("removed 4000 observations that were too old (--keep-days 30)");
    expect((await observations(running)).data.map(({ name }) => name)).toEqual(["of long ago"]);
  });

  test("ends with the service", async () => {
    const first = await start();
    await fill(first.running, 4_000);
    await first.running.close();
    const { running } = await start({ maxBytes: MB });
    await running.close();
    const again = await start();
    expect((await get(again.running, "/api/public/v2/observations")).status).toBe(200);
  });
});

test("a step takes the longer, the further the data is above the limit", async () => {
  const { running } = await start();
  await fill(running, 6_000);
  await running.close();
  const database = openDatabase({ file: databaseFileOf(directory) });
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => ++now);
  try {
    const removedInOneStep = (excess: number): number => {
      const maxBytes = usedBytes(database) / (1 + excess);
      const steps = prune(database, { keepDays: null, maxBytes, now: Date.now() });
      // Other writers have the database for a while between the steps.
      for (let { value, done } = steps.next(); !done; { value, done } = steps.next()) {
        if (value!.overflow > 0) return value!.overflow;
        now += 20;
      }
      return 0;
    };
    const [little, more, most] = [removedInOneStep(0.05), removedInOneStep(0.2), removedInOneStep(1)];
    expect(little).toBeLessThan(more / 2);
    expect(more).toBeLessThan(most / 2);
  } finally {
    clock.mockRestore();
    database.close();
  }
});

describe("media", () => {
  /** Uploads media of this many bytes, referenced by these traces. Returns its id. */
  async function upload(running: RunningServer, bytes: number, ...traceIds: string[]): Promise<string> {
    const call = callsOf(() => running);
    const content = randomBytes(bytes);
    let mediaId = "";
    for (const traceId of traceIds) {
      const { body } = await call("POST", "/media", {
        contentType: "image/png",
        contentLength: bytes,
        sha256Hash: createHash("sha256").update(content).digest("base64"),
        traceId,
        field: "input",
      });
      mediaId = String(body["mediaId"]);
      const uploadUrl = body["uploadUrl"];
      if (typeof uploadUrl !== "string") continue;
      const headers = { "content-type": "image/png" };
      expect((await fetch(uploadUrl, { method: "PUT", headers, body: content })).status).toBe(200);
      const noted = { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200, uploadTimeMs: 1 };
      await call("PATCH", `/media/${mediaId}`, noted);
    }
    return mediaId;
  }

  const traceId = (n: number): string => String(n).repeat(32);
  const status = async (running: RunningServer, id: string): Promise<number> =>
    (await get(running, `/api/public/media/${id}`)).status;
  const files = async (): Promise<string[]> => (await readdir(join(directory, "media/svc-local"))).toSorted();

  test("count toward the size, and are deleted with the last trace that uses them", async () => {
    const first = await start();
    for (const n of [1, 2, 3]) await send(first.running, { spans: [{ traceId: traceId(n), name: `trace ${n}` }] });
    const ofFirst = await upload(first.running, 2 * MB, traceId(1));
    const ofBoth = await upload(first.running, MB, traceId(1), traceId(3));
    const ofThird = await upload(first.running, MB, traceId(3));
    await first.running.close();
    // The database itself is far smaller.
    const { running, lines } = await startAndPrune({ maxBytes: 3.8 * MB }, 2);
    expect(lines[0]).toMatch(/^removed the \d+ oldest observations/);
    expect(lines[1]).toBe("removed 1 media that nothing uses any more");
    expect(await status(running, ofFirst)).toBe(404);
    expect([await status(running, ofBoth), await status(running, ofThird)]).toEqual([200, 200]);
    expect(await files()).toEqual([ofBoth, ofThird].toSorted());
  });

  test("that a text holds do not count toward the size: no trace goes for them", async () => {
    const first = await start();
    await send(first.running, { spans: [{ traceId: traceId(1) }] });
    const held = await upload(first.running, 4 * MB, traceId(1));
    const prompt = `@@@svcMedia:type=image/png|id=${held}|source=bytes@@@`;
    expect((await callsOf(() => first.running)("POST", "/v2/prompts", { name: "held", prompt })).status).toBe(201);
    await first.running.close();
    const { stdout } = await runCommand(["prune", "--data", directory, "--keep-days", "0", "--max-size", "3MB"]);
    expect(stdout).toMatch(/^no data is over the limits\n4\d{6} bytes of data are left\n$/);
  });

  test("are deleted by svc-server prune", async () => {
    const first = await start();
    const old = Date.now() - 40 * DAY_MS;
    await send(first.running, { spans: [{ traceId: traceId(1), start: old, end: old }] });
    await send(first.running, { spans: [{ traceId: traceId(2), start: Date.now(), end: Date.now() }] });
    const gone = await upload(first.running, 100, traceId(1));
    const kept = await upload(first.running, 100, traceId(2));
    await first.running.close();
    expect((await runCommand(["prune", "--data", directory])).stdout).toMatch(
      /^removed 1 observations that were too old \(--keep-days 30\)\nremoved 1 media that nothing uses/,
    );
    expect(await files()).toEqual([kept]);
    expect(existsSync(join(directory, "media/svc-local", gone))).toBe(false);
  });

  test("of traces that never arrived are deleted by age", async () => {
    const first = await start();
    const lost = await upload(first.running, 100, traceId(1));
    const young = await upload(first.running, 100, traceId(2));
    await first.running.close();
    const database = new DatabaseSync(join(directory, "observations.sqlite"));
    database.prepare("UPDATE media SET updatedAt = ? WHERE id = ?").run(Date.now() - 31 * DAY_MS, lost);
    database.close();
    const { running, lines } = await startAndPrune({ keepDays: 30 });
    expect(lines).toEqual(["removed 1 media that nothing uses any more"]);
    expect([await status(running, lost), await status(running, young)]).toEqual([404, 200]);
  });

  test("are deleted with their trace, unless another trace uses them", async () => {
    const { running } = await start();
    for (const n of [1, 2]) await send(running, { spans: [{ traceId: traceId(n) }] });
    const own = await upload(running, 100, traceId(1));
    const shared = await upload(running, 100, traceId(1), traceId(2));
    expect((await callsOf(() => running)("DELETE", `/traces/${traceId(1)}`)).status).toBe(200);
    expect([await status(running, own), await status(running, shared)]).toEqual([404, 200]);
    expect(await files()).toEqual([shared]);
    expect((await callsOf(() => running)("DELETE", `/traces/${traceId(2)}`)).status).toBe(200);
    expect(await files()).toEqual([]);
  });
});

describe("an invalid retention", () => {
  const HUGE = 12_534_856_135_028_212n;

  test("is refused", async () => {
    const { server: organization, authorization } = await organizationKeys(startServer);
    const call = callsOf(() => organization, authorization);
    for (const [retention, expected] of [
      [HUGE, 400],
      [100_000, 400],
      [99_999, 201],
    ] as const) {
      const body = `{ "name": "project ${retention}", "retention": ${retention} }`;
      expect([retention, (await call("POST", "/projects", body)).status]).toEqual([retention, expected]);
    }
    await organization.close();
  });

  test("of an earlier release is repaired, and other old data is deleted", async () => {
    const first = await start();
    const old = Date.now() - 40 * DAY_MS;
    await send(first.running, { spans: [{ start: old, end: old }] });
    await first.running.close();
    const database = new DatabaseSync(join(directory, "observations.sqlite"));
    const now = Date.now();
    const insert =
      "INSERT INTO projects (id, name, metadata, retentionDays, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)";
    database.prepare(insert).run("huge", "Huge", "{}", HUGE, now, now);
    database.exec("DROP INDEX media_places_by_trace");
    database.close();
    withoutIndex(directory, 10);
    const { running, lines } = await startAndPrune({ keepDays: 30 });
    expect(lines).toEqual(["removed 1 observations that were too old (--keep-days 30)"]);
    await running.close();
    const repaired = new DatabaseSync(join(directory, "observations.sqlite"));
    expect(repaired.prepare("SELECT retentionDays FROM projects WHERE id = 'huge'").get()).toEqual({
      retentionDays: 99_999,
    });
    expect(repaired.prepare("PRAGMA user_version").get()).toEqual({ user_version: MIGRATIONS.length });
    repaired.close();
  });
});
