// vitest's own runner, inside the runtime that is tested. The file that the bundle begins with calls it with the test files.
import { TestRunner, type RunnerTask, type RunnerTestFile, type SerializedConfig } from "vitest";
import { startTests } from "vitest/internal/browser";
import { exceptionTo } from "../exceptions.ts";
import type { RunRequest, TestResult } from "../results.ts";
import { callHost, reach } from "./host.ts";
import { environmentOf } from "./environment.ts";

/** Test files by their names, each imported when its turn comes. */
export type TestFiles = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs the tests of the files and reports their results to the host. */
export async function runTests(files: TestFiles, hostUrl: string): Promise<void> {
  reach(hostUrl);
  const { runtime, config } = await callHost<RunRequest>("/run");
  // The contract has no snapshots.
  Object.assign(config.snapshotOptions, { snapshotEnvironment: { resolvePath: String, readSnapshotFile: () => null } });
  provideWorkerState(config);
  const ran = await startTests(Object.keys(files), runnerOf(files, runtime, config));
  await callHost(
    "/results",
    ran.flatMap((file) => resultsOf(file, file.filepath)),
  );
}

function runnerOf(files: TestFiles, runtime: string, config: SerializedConfig): TestRunner {
  class Runner extends TestRunner {
    override importFile(name: string): Promise<unknown> {
      return files[name]!();
    }

    onCollected(collected: RunnerTestFile[]): void {
      for (const file of collected) leaveOutExceptions(file, file.filepath, runtime);
    }
  }
  const runner = new Runner(config);
  // Traces of the runner itself, which no test of ours asks for.
  Object.assign(runner, { _otel: { $: (...call: Array<() => unknown>) => call.at(-1)!() } });
  return runner;
}

/** State that a worker of vitest gives to its tests. */
function provideWorkerState(config: SerializedConfig): void {
  const nothing = (): void => {};
  Object.assign(globalThis, {
    __vitest_worker__: {
      config,
      ctx: { pool: "runtime" },
      environment: { name: "runtime" },
      providedContext: {},
      metaEnv: environmentOf(globalThis),
      moduleExecutionInfo: new Map(),
      durations: { environment: 0, prepare: 0 },
      filepath: "",
      onCleanup: nothing,
      rpc: new Proxy({}, { get: () => () => Promise.resolve() }),
    },
  });
}

function leaveOutExceptions(task: RunnerTask, file: string, runtime: string): void {
  if (task.type === "suite") for (const child of task.tasks) leaveOutExceptions(child, file, runtime);
  else {
    const reason = exceptionTo(runtime, file, task.fullTestName);
    if (reason === undefined) return;
    task.mode = "skip";
    Object.assign(task.meta, { reason });
  }
}

/** Returns the results below a file, a suite or a test. */
function resultsOf(task: RunnerTask, file: string, path: readonly string[] = []): TestResult[] {
  const errors = (task.result?.errors ?? []).map(({ message, stack, diff }) => ({ message, stack, diff }));
  if (task.type === "test") {
    const { state, note } = (task.result ?? {}) as { state?: string; note?: string };
    const { reason = note } = task.meta as { reason?: string };
    return [{ path: [file, ...path, task.name], state: state ?? task.mode, reason, errors }];
  }
  const own = "filepath" in task ? path : [...path, task.name];
  const inside = task.tasks.flatMap((child) => resultsOf(child, file, own));
  return errors.length > 0 ? [{ path: [file, ...own], state: "fail", reason: undefined, errors }, ...inside] : inside;
}
