// Everything of a service in SQLite is moved to ClickHouse, PostgreSQL and a bucket, with imports that are killed in the middle, and
// back. The commands are those of docs/scale.md.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { codeBlocks } from "../../support/pages/pages.ts";
import { SERVER_PROGRAM } from "../../support/paths.ts";
import { projectKeys } from "../../support/server/api-keys.ts";
import { observations, send } from "../../support/server/otlp-calls.ts";
import { answersOf, fillService } from "../../support/server/filled-service.ts";
import { type Finished, addressIn, startCommand } from "../../support/server/server-command.ts";
import { type Cluster, startCluster } from "../../support/storage/cluster.ts";

const SPANS = 8_000;
const START_TIMEOUT_MS = 600_000;
const TEST_TIMEOUT_MS = 240_000;

/** Block of the page that moves a service. */
const COMMANDS =
  codeBlocks("docs/scale.md")
    .find(({ code }) => code.includes("svc-server import"))
    ?.code.split("\n") ?? [];

let missing = "";
let cluster: Cluster;
let folder: string;
let before: Record<string, unknown>;
/** Keys of another project than the local one. */
let others: string;

beforeAll(async () => {
  const started = await startCluster();
  if ("missing" in started) {
    ({ missing } = started);
    console.warn(`skipped: ${missing}`);
    return;
  }
  cluster = started;
  folder = await mkdtemp(join(tmpdir(), "svc-moving-"));
  const old = join(cluster.cwd, "old");
  const server = await startServer({ port: 0, dataDirectory: old, openToThisMachine: true });
  others = await projectKeys(old, "Shop");
  await fillService(server, SPANS, others);
  before = await answersOf(server, others);
  await server.close();
}, START_TIMEOUT_MS);
beforeEach(({ skip }) => skip(missing !== "", missing));
afterAll(async () => {
  if (missing !== "") return;
  await cluster.close();
  await rm(folder, { recursive: true });
});

/** Runs lines of the page in the folder of the cluster. */
async function runOfPage(lines: readonly string[]): Promise<string> {
  const real = lines.map((line) =>
    line.replace(/^export (\w+)=.*/, (_, name: string) => `export ${name}='${cluster.env[name]}'`),
  );
  const npx = `npx() { shift; '${process.execPath}' '${SERVER_PROGRAM}' "$@"; }`;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3 } = cluster.env;
  const aws = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3 };
  const env = { ...process.env, ...aws, XDG_DATA_HOME: join(folder, "unused") };
  return (await promisify(execFile)("bash", ["-ec", [npx, ...real].join("\n")], { cwd: cluster.cwd, env })).stdout;
}

const inCluster = async (...parameters: string[]): Promise<Finished> =>
  startCommand([...parameters, "--data", join(folder, "unused")], cluster.env, cluster.cwd).finished;

/** Starts an import into the cluster and kills it as soon as `isFar` holds. */
async function killedImport(isFar: () => Promise<boolean>): Promise<void> {
  const file = join(cluster.cwd, "everything.jsonl");
  const { child, finished } = startCommand(
    ["import", file, "--data", join(folder, "unused")],
    cluster.env,
    cluster.cwd,
  );
  await vi.waitUntil(isFar, { timeout: 60_000, interval: 5 });
  child.kill("SIGKILL");
  expect(await finished).toMatchObject({ code: null, signal: "SIGKILL", stdout: "" });
}

const storedObservations = async (): Promise<number> => {
  const rows = await cluster.clickHouse.query("SELECT count() AS count FROM observations FINAL FORMAT JSONEachRow");
  return Number(rows[0]?.["count"]);
};

const storedItems = async (): Promise<number> =>
  Number(cluster.postgres.query("SELECT count(*) FROM svc.dataset_items"));

async function serviceOf(data: string, env: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> {
  const { child, ready, finished } = startCommand(
    ["--port", "0", "--data", data, "--keep-days", "0", "--open-to-this-machine"],
    env,
    cluster.cwd,
  );
  const url = addressIn(await ready);
  const stop = async (): Promise<void> => {
    child.kill();
    await finished;
  };
  return { url, stop };
}

/** Returns the rows of the table that an import prints. */
function rowsOf(table: string): Record<string, [inFile: number, stored: number]> {
  const rows = [...table.matchAll(/^(\w+) +(\d+) +(\d+)$/gm)];
  return Object.fromEntries(rows.map(([, kind, read, stored]) => [kind, [Number(read), Number(stored)]]));
}

test(
  "everything moves from SQLite to the cluster, although the import is killed three times, and back",
  async () => {
    const first = COMMANDS.findIndex((line) => line.startsWith("export "));
    await runOfPage(COMMANDS.slice(0, first));
    // The first import makes the tables, which the conditions read.
    expect((await inCluster("import", await emptyFile())).code).toBe(0);
    await killedImport(async () => (await storedItems()) > 0);
    await killedImport(async () => (await storedObservations()) >= 1_000);
    await killedImport(async () => (await storedObservations()) >= 4_000);
    const between = await storedObservations();
    expect(between).toBeLessThan(SPANS);
    const table = rowsOf(await runOfPage(COMMANDS.slice(first)));
    expect(table).toMatchObject({
      projects: [2, 2],
      dataset_items: [254, 254],
      media: [3, 3],
      contents: [3, 3],
      scores: [120, 120],
      observations: [SPANS + 1, SPANS + 1],
    });
    expect(Object.keys(table)).toHaveLength(16);

    const service = await serviceOf(join(folder, "unused"), cluster.env);
    expect(await answersOf(service, others)).toEqual(before);
    await service.stop();

    // Once more changes nothing.
    expect(rowsOf(await runOfPage(COMMANDS.slice(first)))).toEqual(table);

    const back = join(folder, "back.jsonl");
    const exported = await inCluster("export", "--all");
    expect(exported.stderr).toMatch(new RegExp(`observations +${SPANS + 1}\n`));
    await writeFile(back, exported.stdout);
    const imported = await startCommand(["import", back, "--data", join(folder, "new")]).finished;
    expect([imported.code, rowsOf(imported.stdout)]).toEqual([0, table]);
    const again = await serviceOf(join(folder, "new"), {});
    expect(await answersOf(again, others)).toEqual(before);
    await again.stop();
  },
  TEST_TIMEOUT_MS,
);

async function emptyFile(): Promise<string> {
  const file = join(folder, "empty.jsonl");
  await writeFile(file, "");
  return file;
}

test(
  "observations of one project are exported from the cluster and imported into it as OTLP JSON lines",
  async () => {
    const exported = await inCluster("export");
    expect(exported).toMatchObject({
      code: 0,
      stderr: `svc-server: wrote ${SPANS} observations of project svc-local\n`,
    });
    const lines = exported.stdout.trim().split("\n");
    const file = join(folder, "lines.jsonl");
    await writeFile(file, exported.stdout);
    await cluster.clickHouse.query("TRUNCATE TABLE observations");
    await cluster.clickHouse.query("TRUNCATE TABLE observation_traces");
    for (let time = 1; time <= 2; time += 1) {
      const { code, stderr } = await inCluster("import", file);
      expect([code, stderr]).toEqual([0, `svc-server: stored ${lines.length} lines in project svc-local\n`]);
      expect(await storedObservations()).toBe(SPANS);
    }
    const service = await serviceOf(join(folder, "unused"), cluster.env);
    const after = (await answersOf(service, others))["observations"] as object[];
    await service.stop();
    const untimed = (list: object[]): object[] =>
      list.map((one) => Object.assign(one, { createdAt: undefined, updatedAt: undefined }));
    expect(untimed(after)).toEqual(untimed(before["observations"] as object[]));
  },
  TEST_TIMEOUT_MS,
);

test.each([
  [
    "is cut off",
    (lines: string[]) => lines.slice(0, -3),
    /ends after line \d+, before the end of the export: it is incomplete/,
  ],
  [
    "ends in the middle of a line",
    (lines: string[]) => [...lines.slice(0, -2), lines.at(-2)?.slice(0, -5)],
    /line \d+ cannot be read/,
  ],
  [
    "lacks a line",
    (lines: string[]) => lines.toSpliced(-5, 1),
    new RegExp(`it has ${SPANS} observations, and ${SPANS + 1} were written: the file is damaged`),
  ],
  [
    "was changed",
    (lines: string[]) => lines.map((line) => line.replace("question 7 ", "question 8 ")),
    /the checksum of observations is wrong/,
  ],
  [
    "lacks a part of a content",
    (lines: string[]) =>
      lines.toSpliced(
        lines.findIndex((line) => line.startsWith('["part"')),
        1,
      ),
    /is no part of a content/,
  ],
  [
    "is of a newer format",
    (lines: string[]) => lines.with(0, '["svc-server export",{"format":99}]'),
    /is of format 99, and this service reads formats up to 2/,
  ],
  ["has two exports", (lines: string[]) => [...lines, ...lines], /goes on after the end of the export/],
])("a file that %s is refused before anything is stored", async (_what, damage, problem) => {
  const lines = (await readFile(join(cluster.cwd, "everything.jsonl"), "utf8")).trim().split("\n");
  const [file, data] = [join(folder, "damaged.jsonl"), join(folder, "of damaged")];
  await writeFile(file, damage(lines).join("\n"));
  const { code, stdout, stderr } = await startCommand(["import", file, "--data", data]).finished;
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(problem)]);
  const server: RunningServer = await startServer({ port: 0, dataDirectory: data });
  expect((await observations(server)).data).toEqual([]);
  await server.close();
});

test(
  "an export from stdin is checked while it is stored",
  async () => {
    const data = join(folder, "of stdin");
    const text = await readFile(join(cluster.cwd, "everything.jsonl"), "utf8");
    const run = async (input: string): Promise<[code: unknown, stderr: string]> => {
      const child = spawn(process.execPath, [SERVER_PROGRAM, "import", "--data", data], {
        stdio: ["pipe", "ignore", "pipe"],
      });
      let stderr = "";
      child.stderr.on("data", (chunk) => (stderr += String(chunk)));
      child.stdin.end(input);
      const [code] = (await once(child, "close")) as [unknown];
      return [code, stderr];
    };
    expect(await run(text.slice(0, -1_000))).toEqual([
      1,
      expect.stringMatching(/stdin, line \d+ cannot be read|stdin ends after/),
    ]);
    expect(await run(text)).toEqual([0, ""]);
  },
  TEST_TIMEOUT_MS,
);

test(
  "svc-server prune removes old data of the cluster, with the output that it has on SQLite",
  async () => {
    const service = await serviceOf(join(folder, "unused"), cluster.env);
    const days = [1, 20, 40, 50].map((day, index) => {
      const start = Date.now() - day * 24 * 60 * 60 * 1_000;
      return {
        traceId: "f".repeat(31) + index,
        spanId: `f${index}`.padStart(16, "0"),
        name: `${day} days ago`,
        start,
        end: start,
      };
    });
    await send(service, { spans: days });
    await service.stop();
    const all = await storedObservations();
    const pruned = await inCluster("prune");
    expect(pruned).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(
        /^removed 2 observations that were too old \(--keep-days 30\)\n\d+ bytes of data are left\n$/,
      ),
    });
    expect(await storedObservations()).toBe(all - 2);
    expect((await inCluster("prune")).stdout).toMatch(/^no data is over the limits\n\d+ bytes of data are left\n$/);
    expect((await inCluster("prune", "--max-size", "1GB")).stderr).toContain(
      "--max-size is a limit of the SQLite file",
    );
    const none = await inCluster("prune", "--keep-days", "1");
    expect(none.stdout).toMatch(/removed \d+ observations .*\n(?:removed 3 media .*\n)?/);
  },
  TEST_TIMEOUT_MS,
);
