import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sendingTo } from "../../support/application/run-application.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";

/** A service and a spool that processes share. */
export interface SpoolSetting {
  readonly sink: ExportSink;
  readonly folder: string;
  /** Settings of a process that keeps its spans in the spool, and sends none before its end unless the batch is full. */
  readonly env: Record<string, string>;
  /** Has the service answer exports with this status. */
  answer(status: number): void;
  /** Returns the numbers of the observations that have arrived, each once, in order. */
  arrived(): number[];
  /** Returns the paths of the files with spans. */
  files(): Promise<string[]>;
}

/** Runs with a service and an empty spool, and removes both. */
export async function withSpool<T>(run: (setting: SpoolSetting) => Promise<T>): Promise<T> {
  const sink = await startExportSink();
  const parent = await mkdtemp(join(tmpdir(), "svc-spool-"));
  const folder = join(parent, "spool");
  try {
    return await run({
      sink,
      folder,
      env: { ...sendingTo(sink.url), SVC_SPOOL_DIR: folder, SVC_FLUSH_INTERVAL: "600" },
      answer: (status) => (sink.answer = (response) => response.writeHead(status).end()),
      arrived: () => [...new Set(sink.spans.map(({ name }) => Number(name)))].toSorted((a, b) => a - b),
      files: async () =>
        (await readdir(folder)).filter((name) => name.endsWith(".spans1")).map((name) => join(folder, name)),
    });
  } finally {
    await sink.close();
    await rm(parent, { recursive: true });
  }
}

/** Returns the numbers from the first up to, and without, the end. */
export function numbers(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, index) => from + index);
}

/** Resolves when a claim holds. The limit of the row ends the wait for one that never does. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}

/** Returns the content of files, as a text of bytes. */
export async function contentOf(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map((path) => readFile(path, "latin1")))).join("");
}
