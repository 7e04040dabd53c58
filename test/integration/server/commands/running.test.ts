import { mkdir, open, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type RunningServer, startServer } from "@svc/server";
import { beforeEach, describe, expect, test } from "vitest";
import { defaultDataDirectory } from "../../../../src/server/storage/data-directory.ts";
import {
  TRACE_ID,
  get,
  observation,
  observations,
  post,
  protobufExport,
  send,
} from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

/** Bytes of a page of SQLite, unless a file is made with others. */
const PAGE_BYTES = 4_096;

let directory: string;
beforeEach(() => {
  directory = folderOfTest("server");
});

function otherDatabase(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = ${version}`);
  database.close();
}

async function damagedDatabase(file: string): Promise<void> {
  await (await startServer({ port: 0, dataDirectory: join(file, "..") })).close();
  const content = await readFile(file);
  // All pages but the first, which holds the list of tables.
  await writeFile(file, content.fill(0xff, 16_384));
}

const contentOf = async (file: string): Promise<unknown> => readFile(file).catch(() => readdir(file));

describe("data", () => {
  test("in a directory survives a restart", async () => {
    const dataDirectory = join(directory, "made", "as needed");
    const first = await startServer({ port: 0, dataDirectory });
    await send(first, { spans: [{ name: "kept" }] });
    const before = await observation(first);
    await first.close();

    const second = await startServer({ port: 0, dataDirectory });
    expect(second.dataDirectory).toBe(dataDirectory);
    expect(await observation(second)).toEqual(before);
    await second.close();
  });

  test("is readable by this user only", async () => {
    const server = await startServer({ port: 0, dataDirectory: directory });
    await send(server, { spans: [{}] });
    const files = await readdir(directory);
    const modes = await Promise.all(files.map(async (file) => (await stat(join(directory, file))).mode & 0o077));
    await server.close();
    expect(files.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set([0]));
  });

  test("in memory belongs to one server and ends with it", async () => {
    const [one, other] = [await startServer({ port: 0, memory: true }), await startServer({ port: 0, memory: true })];
    await send(one, { spans: [{}] });
    expect((await observations(one)).data).toHaveLength(1);
    expect((await observations(other)).data).toEqual([]);
    expect(one.dataDirectory).toBeUndefined();
    await Promise.all([one.close(), other.close()]);
  });

  test("is shared by two servers with one directory", async () => {
    const [one, other] = [
      await startServer({ port: 0, dataDirectory: directory }),
      await startServer({ port: 0, dataDirectory: directory }),
    ];
    await Promise.all([send(one, { spans: [{ spanId: "1".repeat(16) }] }), send(other, { spans: [{}] })]);
    expect((await observations(one, { traceId: TRACE_ID })).data).toHaveLength(2);
    await Promise.all([one.close(), other.close()]);
  });

  test("of a newer service is rejected and unchanged", async () => {
    await (await startServer({ port: 0, dataDirectory: directory })).close();
    const [file = ""] = await readdir(directory);
    const database = new DatabaseSync(join(directory, file));
    database.exec("PRAGMA user_version = 99");
    database.close();
    await expect(startServer({ port: 0, dataDirectory: directory })).rejects.toThrow(/newer version.*schema 99/);
  });

  test.each<[what: string, make: (file: string) => Promise<unknown>, message: RegExp]>([
    [
      "a text",
      async (file) => writeFile(file, "no database, ".repeat(1_000)),
      /is not a database\. Choose .*--data DIR/,
    ],
    ["a directory", async (file) => mkdir(file), /cannot be opened for writing\. See .*--data DIR/],
    ["a database of another program", async (file) => otherDatabase(file, 0), /another program\. Choose .*--data DIR/],
    ["one with a version of its own", async (file) => otherDatabase(file, 9), /another program\. Choose .*--data DIR/],
    ["a damaged database", damagedDatabase, /is damaged\. End .*move the file away.* \.recover/],
  ])("cannot be opened from %s: the message names the file and the remedy", async (_, make, message) => {
    const file = join(directory, "observations.sqlite");
    await make(file);
    const before = await contentOf(file);
    await expect(startServer({ port: 0, dataDirectory: directory })).rejects.toThrow(message);
    await expect(startServer({ port: 0, dataDirectory: directory })).rejects.toThrow(`${file} `);
    expect(await contentOf(file)).toEqual(before);
  });

  describe("with damaged pages", () => {
    const file = (): string => join(directory, "observations.sqlite");
    const start = async (log: string[] = []): Promise<RunningServer> =>
      startServer({ port: 0, dataDirectory: directory, log: (line) => log.push(line) });
    /** Stores spans with long inputs, and ends the service, so that everything is in the one file. */
    const fill = async (count: number, length: number): Promise<void> => {
      const server = await start();
      for (let n = 0; n < count; n += 1) {
        const attributes = { "svc.observation.input": `${n} ${"x".repeat(length)}` };
        await send(server, { spans: [{ spanId: n.toString(16).padStart(16, "1"), attributes }] });
      }
      await server.close();
    };
    /** Overwrites pages of the file as it stands, without a change of its size. */
    const damage = async (first: number, every: number): Promise<void> => {
      const handle = await open(file(), "r+");
      const pages = (await handle.stat()).size / PAGE_BYTES;
      for (let page = first; page < pages; page += every) {
        await handle.write(Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, page * PAGE_BYTES);
      }
      await handle.close();
    };
    const readiness = async (server: RunningServer): Promise<unknown> => {
      const response = await get(server, "/api/public/ready");
      return [response.status, ((await response.json()) as { status: string }).status];
    };
    const exported = async (server: RunningServer): Promise<number> =>
      (await post(server, protobufExport({ spans: [{ spanId: "f".repeat(16) }] }))).status;
    const NOT_READY = [503, "The database file is damaged"];

    test("is not started with, and stays as it is", async () => {
      await fill(40, 50_000);
      await damage(60, 97);
      const before = await readFile(file());
      await expect(start()).rejects.toThrow(`${file()} is damaged. End the service and move the file away`);
      expect(before.equals(await readFile(file()))).toBe(true);
    });

    test("that are found while the service runs end exports and readiness, with one line", async () => {
      await fill(40, 50_000);
      const log: string[] = [];
      const server = await start(log);
      expect(await readiness(server)).toEqual([200, "OK"]);
      await damage(30, 1);
      const statuses = [await exported(server), await exported(server), await exported(server)];
      expect([statuses, await readiness(server)]).toEqual([[503, 503, 503], NOT_READY]);
      expect((await get(server, "/api/public/projects")).status).toBe(200);
      expect(log.filter((line) => /^\/.* is damaged|trace export/.test(line))).toEqual([
        expect.stringMatching(new RegExp(`^${file()} is damaged\\. End the service and move .* \\.recover.* 503`)),
      ]);
      await server.close();
    });

    test("that a read meets end exports and readiness", async () => {
      await fill(40, 50_000);
      const server = await start();
      await damage(30, 1);
      expect((await get(server, "/api/public/v2/observations?fields=io&limit=100")).status).toBe(500);
      expect([await readiness(server), await exported(server)]).toEqual([NOT_READY, 503]);
      await server.close();
    });

    test("of a large file are found beside the first requests", async () => {
      await fill(1, 10);
      const database = new DatabaseSync(file());
      database.exec("CREATE TABLE large AS SELECT zeroblob(40000000) AS bytes; PRAGMA wal_checkpoint(TRUNCATE)");
      database.close();
      await damage(2_000, 97);
      const log: string[] = [];
      const server = await start(log);
      await expect.poll(async () => readiness(server), { timeout: 20_000 }).toEqual(NOT_READY);
      expect(await exported(server)).toBe(503);
      expect(log.filter((line) => line.startsWith(`${file()} is damaged.`))).toHaveLength(1);
      await server.close();
    });
  });

  test("in a path that is not a directory is rejected with a remedy", async () => {
    const file = join(directory, "file");
    await writeFile(file, "");
    await expect(startServer({ port: 0, dataDirectory: file })).rejects.toThrow(
      /Cannot use the data directory .*--data/,
    );
  });

  test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ["linux", {}, "/home/u/.local/share/svc-server"],
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/svc-server"],
    ["darwin", {}, "/home/u/Library/Application Support/svc-server"],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/svc-server"],
    ["win32", {}, "/home/u/AppData/Local/svc-server"],
  ])("is on %s with %j by default in %s", (platform, environment, expected) => {
    expect(defaultDataDirectory(platform, environment, "/home/u")).toBe(expected);
  });
});

describe("address", () => {
  test("uses and prints the next free port when the wanted one is in use", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const lines: string[] = [];
    const server = await startServer({ port, memory: true, log: (line) => lines.push(line) });
    expect(server.port).toBeGreaterThan(port);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(lines).toEqual([`port ${port} is taken: the service listens on port ${server.port} instead`]);
    expect((await get(server, "/api/public/health")).status).toBe(200);
    await server.close();
    await new Promise((resolve) => taken.close(resolve));
  });

  test("rejects the address of another machine with a remedy", async () => {
    await expect(startServer({ host: "192.0.2.1", port: 0, memory: true })).rejects.toThrow(
      "Cannot listen on 192.0.2.1, port 0. Choose another address or port.",
    );
  });
});

describe("close", () => {
  test("stores received spans, ends idle connections and can be called twice", async () => {
    const server = await startServer({ port: 0, dataDirectory: directory });
    const sent = Array.from({ length: 20 }, async (_, i) =>
      send(server, { spans: [{ spanId: (i + 1).toString(16).padStart(16, "0") }] }),
    );
    await Promise.all(sent);
    await Promise.all([server.close(), server.close()]);
    await expect(fetch(`${server.url}/api/public/health`)).rejects.toThrow("fetch failed");

    const again = await startServer({ port: 0, dataDirectory: directory });
    expect((await observations(again)).data).toHaveLength(20);
    await again.close();
  });
});
