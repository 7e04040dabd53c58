import assert from "node:assert/strict";
import { join } from "node:path";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";
import type { Fault, Form, Mutation, Trial } from "../fault.ts";

interface Situation {
  readonly fault: string;
  readonly outcome: string;
  readonly failsWhen: Mutation;
  readonly situation: string;
  readonly count: Readonly<Record<Form, number>>;
  readonly fullSeconds?: number;
  readonly node?: readonly string[];
  /** Exit code or signal of the program. Default: 0. */
  readonly exit?: number | NodeJS.Signals;
  /** Checks the run. Returns what was measured. */
  readonly check: (run: ApplicationRun, service: WholeService, count: number) => string;
}

const ONCE = { short: 1, full: 1 } as const;

/** Megabytes by which the heap may grow for 100,000 spans that never end. A leak of their ids alone would be more than twice as much. */
const MOST_GROWTH_MB = 4;

const LOSES_AT_EXIT: Mutation = {
  says: "nothing is delivered at the end of the process",
  find: "if(deliveries.length>0){",
  put: "if(false){",
};

const arrived = (names: readonly string[], { spans }: WholeService, { stderr }: ApplicationRun): string => {
  assert.deepEqual([...spans].toSorted(), names.toSorted(), stderr);
  return `${names.length} of ${names.length} observations arrived`;
};

const SITUATIONS: readonly Situation[] = [
  {
    fault: "100,000 spans are started and never ended",
    outcome: "Memory stays bounded",
    failsWhen: {
      says: "the processor remembers every span that has not ended",
      find: "if(this.#recent.size>=GENERATION)",
      put: "if(false)",
    },
    situation: "unfinished spans",
    count: { short: 100_000, full: 100_000 },
    node: ["--expose-gc"],
    check: ({ stdout }) => {
      assert.ok(Number(stdout) < MOST_GROWTH_MB, `the heap has grown by ${stdout} MB`);
      return `the heap has grown by ${stdout.trim()} MB`;
    },
  },
  {
    fault: "10,000 contexts are open at once",
    outcome: "Every observation arrives; memory stays bounded",
    failsWhen: {
      says: "the queue of batches holds nothing",
      find: "batch.body.length>this.freeBytes",
      put: "true",
    },
    situation: "contexts",
    count: { short: 10_000, full: 10_000 },
    node: ["--expose-gc"],
    check: (run, { spans }, count) => {
      assert.equal(spans.size, count, run.stderr);
      assert.ok(Number(run.stdout) < MOST_GROWTH_MB * 2, `the heap has grown by ${run.stdout} MB`);
      return `${count.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} observations arrived, the heap has grown by ${run.stdout.trim()} MB`;
    },
  },
  {
    fault: "1,000 worker threads start, record and end, four at a time",
    outcome: "Every observation arrives",
    failsWhen: LOSES_AT_EXIT,
    situation: "workers",
    fullSeconds: 900,
    count: { short: 30, full: 1_000 },
    check: (run, { spans }, count) => {
      assert.equal(spans.size, count, run.stderr);
      return `${count.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} observations arrived`;
    },
  },
  {
    fault: "A burst of 50,000 observations of 2 kB in a heap of 64 MB (`--max-old-space-size=64`)",
    outcome: "The application lives, and every observation arrives",
    failsWhen: LOSES_AT_EXIT,
    situation: "burst",
    count: { short: 50_000, full: 50_000 },
    node: ["--max-old-space-size=64"],
    check: (run, { spans }, count) => {
      assert.equal(spans.size, count, run.stderr);
      return `${count.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} observations arrived`;
    },
  },
  {
    fault: "A child process is killed (SIGKILL)",
    outcome: "What the child had flushed has arrived; the parent goes on and delivers",
    failsWhen: LOSES_AT_EXIT,
    situation: "a killed child",
    count: ONCE,
    check: (run, service) => {
      assert.equal(run.stdout, "SIGKILL\n");
      return arrived(["flushed child", "parent"], service, run);
    },
  },
  {
    fault: "A worker of a cluster is killed (SIGKILL), and another one takes its place",
    outcome: "What the worker had flushed has arrived; the others go on and deliver",
    failsWhen: LOSES_AT_EXIT,
    situation: "a killed worker",
    count: ONCE,
    check: (run, service) => {
      assert.equal(run.stdout, "SIGKILL\n");
      return arrived(["flushed child", "worker 1", "parent"], service, run);
    },
  },
  {
    fault: "The application calls `process.abort()`",
    outcome: "The process dies by SIGABRT; what was flushed has arrived",
    failsWhen: {
      says: "a flush does not wait for the service",
      find: "const flushed = this.#flushes.wait(); this.#resume()",
      put: "const flushed = undefined; this.#resume()",
    },
    situation: "process.abort()",
    count: ONCE,
    exit: "SIGABRT",
    check: (run, service) => arrived(["flushed"], service, run),
  },
  {
    fault: "An error is thrown in a `domain`",
    outcome: "The domain gets the error, and every observation arrives",
    failsWhen: LOSES_AT_EXIT,
    situation: "domain",
    count: ONCE,
    check: (run, service) => {
      assert.equal(run.stdout, "the domain got the application's own\n");
      return arrived(["in a domain"], service, run);
    },
  },
  {
    fault: "Values come from a `vm` context, with classes of their own",
    outcome: "Every observation arrives",
    failsWhen: LOSES_AT_EXIT,
    situation: "vm",
    count: ONCE,
    check: (run, service) => arrived(["in a context"], service, run),
  },
];

async function run(trial: Trial, situation: Situation): Promise<string> {
  const { situation: name, count, node = [], exit = 0, check } = situation;
  const service = await startWholeService();
  try {
    const run = await runProgram({
      cwd: import.meta.dirname,
      node: [...node, ...trial.node],
      args: [join(import.meta.dirname, "situations-child.ts"), name, String(count[trial.form])],
      env: { ...sendingTo(service.url), SVC_SHUTDOWN_TIMEOUT: "30" },
    });
    assert.equal(run.exitCode ?? run.signal, exit, run.stderr);
    return check(run, service, count[trial.form]);
  } finally {
    await service.close();
  }
}

/** The application works under unusual circumstances. */
export const situations: readonly Fault[] = SITUATIONS.map((situation) => ({
  fault: situation.fault,
  outcome: situation.outcome,
  failsWhen: situation.failsWhen,
  fullSeconds: situation.fullSeconds ?? 0,
  measure: (trial) => run(trial, situation),
}));
