import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { startProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import type { Trial } from "./fault.ts";

export interface RecordingOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /** Address of the service. */
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Seconds by which the clock of the process jumps after the first second. */
  readonly clockJump?: number;
  /** Functions that are called when this many seconds have passed. */
  readonly at?: Readonly<Record<number, () => unknown>>;
}

/** End of an application that has recorded. */
export interface RecordingRun extends ApplicationRun {
  readonly made: number;
  /** Milliseconds from the last observation to the end of the process. */
  readonly endMs: number;
}

/** Runs an application under the preload that records observations at a steady rate, to its end. */
export async function record(trial: Trial, options: RecordingOptions): Promise<RecordingRun> {
  const { perSecond, seconds, url, env, clockJump = 0, at = {} } = options;
  const { child, ended } = startProgram({
    cwd: import.meta.dirname,
    node: trial.node,
    args: [join(import.meta.dirname, "recorder-child.ts"), String(perSecond), String(seconds), String(clockJump)],
    env: { ...sendingTo(url), ...env },
  });
  let made = 0;
  let madeAt = 0;
  const lines = createInterface({ input: child.stdout! });
  lines.on("line", (line) => {
    const [what, number] = line.split(" ");
    if (what === "second") void at[Number(number)]?.();
    else [made, madeAt] = [Number(number), performance.now()];
  });
  const run = await ended;
  assert.equal(run.exitCode, 0, `the application ended with ${run.exitCode ?? run.signal}: ${run.stderr}`);
  return { ...run, made, endMs: performance.now() - madeAt };
}

/** Numbers of spans by what log lines say of them. */
export interface SaidLosses {
  /** Spans that were lost. */
  readonly lost: number;
  /** Spans that may not have arrived: a request with them was sent, and had no answer. */
  readonly unsure: number;
}

/** Returns what the log lines say of spans that were not delivered. */
export function saidLosses(stderr: string): SaidLosses {
  return { lost: sumOf(stderr, "(?:was|were) lost"), unsure: sumOf(stderr, "may not have arrived") };
}

/**
 * Returns the number of spans in the log lines with this text. Lines of a running process give the sum so far for their
 * reason, and follow each other at ten times the number. The line at the end of the process adds what came after.
 */
function sumOf(stderr: string, what: string): number {
  const sums = new Map<string, number>();
  let rest = 0;
  for (const [, count, reason] of stderr.matchAll(new RegExp(`(\\d+) spans? ${what}: (.*)`, "g"))) {
    const sum = sums.get(reason!);
    if (sum !== undefined && Number(count) < sum * 10) rest += Number(count);
    else sums.set(reason!, Number(count));
  }
  return [...sums.values()].reduce((total, sum) => total + sum, rest);
}
