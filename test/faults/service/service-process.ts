import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { startProgram, type ApplicationRun } from "../../support/application/run-application.ts";
import { gzip, post, protobufExport } from "../../support/server/otlp-calls.ts";
import type { Trial } from "../fault.ts";

/** Spans in one export. All of them have the trace of the export. */
export const SPANS = 20;

/** Options of Node with which the image of the service starts it. */
const NODE_OPTIONS = ["--max-semi-space-size=8"];

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<ApplicationRun>;
  /** Sends an export, of which each number has a trace of its own. Returns the status of the answer. */
  send(number: number): Promise<number>;
  /** Ends the process by SIGTERM. */
  stop(): Promise<ApplicationRun>;
}

export interface ServiceOptions {
  readonly parameters?: readonly string[];
  /** Command and its arguments that start Node, such as one that takes rights away. */
  readonly through?: readonly string[];
}

/** Starts a service that should not listen. Returns how it ended; one that listens is killed. */
export function serviceRun(
  { builds }: Trial,
  directory: string,
  options: ServiceOptions = {},
): Promise<ApplicationRun> {
  const { child, ended } = program(builds.service, directory, options);
  createInterface(child.stdout!).on("line", (line) => {
    if (line.startsWith("svc-server listening")) child.kill("SIGKILL");
  });
  return ended;
}

/** Starts a service on a directory. Rejects with its output when it ends before it listens. */
export async function startService(
  { builds }: Trial,
  directory: string,
  options: ServiceOptions = {},
): Promise<ServiceProcess> {
  const { child, ended } = program(builds.service, directory, options);
  const early = ended.then((run) => {
    throw new Error(`The service ended with ${run.exitCode ?? run.signal}: ${run.stdout}${run.stderr}`);
  });
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout!).on("line", (line) => {
      const url = /^svc-server listening on (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([listening, early]);
  early.catch(() => undefined);
  return {
    child,
    url,
    ended,
    send: (number) => send(url, bodyOf(number)),
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

function program(
  file: string,
  directory: string,
  { parameters = [], through = [] }: ServiceOptions,
): ReturnType<typeof startProgram> {
  const [binary, ...rest] = [...through, process.execPath, ...NODE_OPTIONS, file];
  return startProgram({
    cwd: tmpdir(),
    binary,
    args: [...rest, "--data", directory, "--port", "0", ...parameters],
  });
}

/** Runs with an empty directory, and removes it. */
export async function withDirectory<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), "svc-faults-"));
  try {
    return await run(join(parent, "data"));
  } finally {
    await rm(parent, { recursive: true });
  }
}

/** Returns the path of the database in a directory. */
export function databaseIn(directory: string): string {
  return join(directory, "observations.sqlite");
}

export function traceOf(number: number): string {
  return (number + 1).toString(16).padStart(32, "0");
}

/** Returns the body of an export. `length` is that of each input. */
export function bodyOf(number: number, length = 40): Uint8Array<ArrayBuffer> {
  const spans = Array.from({ length: SPANS }, (_, index) => ({
    traceId: traceOf(number),
    spanId: (number * SPANS + index + 1).toString(16).padStart(16, "0"),
    name: `span ${index}`,
    start: Date.now() - 1_000,
    end: Date.now(),
    attributes: { "svc.observation.input": `question ${index} of export ${number} `.padEnd(length, "some text ") },
  }));
  return gzip(protobufExport({ spans }));
}

/** Sends the body of an export. Returns the status of the answer. */
export async function send(url: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await post({ url }, body, { "content-encoding": "gzip" });
  await response.arrayBuffer();
  return response.status;
}

/** Content of a database that nobody writes to. */
export interface Stored {
  /** Number of observations of each trace. */
  readonly traces: ReadonlyMap<string, number>;
  /** Answer of SQLite's check of the whole file: `ok`. */
  readonly integrity: string;
}

/** Reads a database, after the recovery of what was written last. */
export function storedIn(directory: string): Stored {
  const database = new DatabaseSync(databaseIn(directory));
  try {
    const rows = database.prepare("SELECT traceId, count(*) AS spans FROM observations GROUP BY traceId").all();
    const { integrity_check: integrity } = database.prepare("PRAGMA integrity_check").get()!;
    return {
      traces: new Map(rows.map(({ traceId, spans }) => [String(traceId), Number(spans)])),
      integrity: String(integrity),
    };
  } finally {
    database.close();
  }
}
