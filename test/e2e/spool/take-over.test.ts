import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { sendingTo } from "../../support/application/run-application.ts";
import { record } from "../../support/application/numbered-recording.ts";

let sink: ExportSink;
let parent: string;
let env: Record<string, string>;

beforeEach(async () => {
  sink = await startExportSink();
  parent = await mkdtemp(join(tmpdir(), "svc-spool-"));
  env = { ...sendingTo(sink.url), SVC_SPOOL_DIR: join(parent, "spool"), SVC_FLUSH_INTERVAL: "600" };
});
afterEach(async () => {
  await sink.close();
  await rm(parent, { recursive: true });
});

const numbers = (from: number, end: number): number[] => Array.from({ length: end - from }, (_, index) => from + index);
/** Numbers of the observations that arrived. One that is under way when its process ends may arrive twice. */
const arrived = (): number[] => [...new Set(sink.spans.map(({ name }) => Number(name)))].toSorted((a, b) => a - b);
const files = async (): Promise<string[]> =>
  (await readdir(env["SVC_SPOOL_DIR"]!)).filter((name) => name.endsWith(".spans1"));

it.each([
  ["abort", {}],
  ["out of memory", { NODE_OPTIONS: "--max-old-space-size=40" }],
])("a crash by %s leaves the observations to the next process", async (crash, more) => {
  await record({ ...env, ...more }, 0, 50, crash).ended();
  expect(arrived()).toEqual([]);
  const next = record(env, 50, 51);
  await sink.requests(1);
  expect(await next.end()).toBe("");
  expect(arrived()).toEqual(numbers(0, 51));
  expect(await files()).toEqual([]);
});

it("a process that ends while the service is down leaves its observations to the next one, and says so", async () => {
  sink.answer = (response) => response.writeHead(503).end();
  const first = record({ ...env, SVC_SHUTDOWN_TIMEOUT: "2" }, 0, 5);
  await first.reaches(5);
  const stderr = await first.end();
  expect(stderr).toMatch(/5 spans stay in SVC_SPOOL_DIR for the next process: .* status 503/);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  sink.answer = (response) => response.writeHead(200).end();
  sink.exports.length = 0;
  const next = record(env, 5, 6);
  await next.reaches(6);
  expect(await next.end()).toBe("");
  expect(await files()).toEqual([]);
  expect(arrived()).toEqual(numbers(0, 6));
});

it("a process takes the files of one that was killed, and not those of one that is stopped", async () => {
  const [killed, stopped] = [record(env, 0, 5), record(env, 10, 15)];
  await Promise.all([killed.reaches(5), stopped.reaches(15)]);
  await killed.kill();
  stopped.signal("SIGSTOP");
  const next = record(env, 20, 21);
  await sink.requests(1);
  await next.end();
  expect(arrived()).toEqual([...numbers(0, 5), 20]);
  expect(await files()).toHaveLength(1);
  await stopped.kill();
  const last = record(env, 30, 31);
  await sink.requests(3);
  expect(await last.end()).toBe("");
  expect(arrived()).toEqual([...numbers(0, 5), ...numbers(10, 15), 20, 30]);
});

it("four processes that start at once share the files of one that was killed, and deliver each once", async () => {
  sink.answer = (response) => response.writeHead(503).end();
  const killed = record({ ...env, SVC_FLUSH_AT: "5" }, 0, 200);
  await killed.reaches(200);
  await killed.kill();
  expect((await files()).length).toBeGreaterThan(10);
  sink.answer = (response) => response.writeHead(200).end();
  sink.exports.length = 0;
  const processes = [200, 300, 400, 500].map((first) => record(env, first, first + 1));
  await Promise.all(processes.map((each, index) => each.reaches(201 + 100 * index)));
  await vi.waitFor(async () => expect(await files()).toHaveLength(4), { timeout: 20_000 });
  const names = sink.spans.map(({ name }) => name);
  expect(names).toHaveLength(200);
  expect(await Promise.all(processes.map((each) => each.end()))).toEqual(["", "", "", ""]);
  expect(arrived()).toEqual([...numbers(0, 200), 200, 300, 400, 500]);
  expect(await files()).toEqual([]);
});
