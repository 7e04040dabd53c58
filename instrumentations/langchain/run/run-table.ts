import type { Context } from "@opentelemetry/api";
import { logger, safeSetInterval } from "@svc/core/internal";
import type { LinkedPrompt } from "@svc/instrumentation";
import type { SvcObservationType } from "@svc/tracing";
import type { RecordedSpan } from "@svc/tracing/internal";

/** Run of LangChain that has started and not ended. */
export interface Run {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly type: SvcObservationType;
  readonly observation: RecordedSpan;
  readonly name: string;
  /** Id of the conversation that a graph keeps; set only on the outermost run of the graph. */
  readonly threadId: string | undefined;
  /** Context in which spans inside the run are recorded. */
  context: Context;
  /** Time of the latest report on the run or on a run below it, in milliseconds since 1970. */
  heardAt: number;
  /** Time of the model's first content. */
  completionStart?: Date;
  /** Text of the model so far, kept for a run that is left before its end. */
  partialText?: string;
  /** Prompt for the next generation below this run. */
  prompt?: LinkedPrompt;
  /** Interrupts of the graph below this run, such as questions to the user. */
  interrupts?: readonly unknown[];
}

/** Maximum number of open runs in a process. Above the maximum, the run with the oldest report is given up. */
export const MAX_OPEN_RUNS = 10_000;

/** Maximum time without a report on a run or on a run below it. After that time the run is given up. */
export const MAX_SILENCE_MS: number = 60 * 60 * 1000;

/** Interval between two searches for silent runs. */
const SWEEP_INTERVAL_MS = 60_000;

interface Shared {
  /** Open runs by id, those with the oldest report first. */
  readonly runs: Map<string, Run>;
  sweeper: ReturnType<typeof setInterval> | undefined;
}

const KEY = Symbol.for("svc.langchain.runs");

/** Returns the table of the process. The ES module and the CommonJS copy of LangChain, and of this package, share the table. */
function shareTable(): Shared {
  const holder = globalThis as { [KEY]?: Shared };
  return (holder[KEY] ??= { runs: new Map(), sweeper: undefined });
}

const table = shareTable();

/** Returns the open run with this id; undefined when there is none. */
export function runOf(id: string | undefined): Run | undefined {
  return id === undefined ? undefined : table.runs.get(id);
}

/** Adds a run, and notes the time as a report on the runs above it. */
export function addRun(run: Run): void {
  table.runs.set(run.id, run);
  for (const above of lineOf(run.parentId)) hear(above, run.heardAt);
  if (table.runs.size > MAX_OPEN_RUNS) giveUp(table.runs.values().next().value!, "Too many runs are open");
  table.sweeper ??= safeSetInterval(sweep, SWEEP_INTERVAL_MS);
}

/** Removes a run from the table. Returns the run; undefined when it was not open. */
export function removeRun(id: string): Run | undefined {
  const run = table.runs.get(id);
  if (run === undefined) return undefined;
  forget(run);
  const now = Date.now();
  for (const above of lineOf(run.parentId)) hear(above, now);
  return run;
}

/** Returns the open runs below a run, deepest first. */
export function runsBelow(id: string): Run[] {
  const below: Run[] = [];
  const ids = new Set([id]);
  // The start of a run moves the runs above it to the end of the table, so a parent can stand after its child. Repeat until a
  // pass finds no run.
  for (let found = true; found;) {
    found = false;
    for (const run of table.runs.values()) {
      if (run.parentId === undefined || ids.has(run.id) || !ids.has(run.parentId)) continue;
      ids.add(run.id);
      below.unshift(run);
      found = true;
    }
  }
  return below;
}

/** Yields the run and the runs above it, as far as they are open. */
export function* lineOf(id: string | undefined): Generator<Run> {
  for (let run = runOf(id); run !== undefined; run = runOf(run.parentId)) yield run;
}

function hear(run: Run, now: number): void {
  run.heardAt = now;
  table.runs.delete(run.id);
  table.runs.set(run.id, run);
}

function sweep(): void {
  const oldest = Date.now() - MAX_SILENCE_MS;
  for (const run of table.runs.values()) {
    if (run.heardAt > oldest) break;
    giveUp(run, `Nothing was heard of the run for ${MAX_SILENCE_MS / 60_000} minutes`);
  }
}

function giveUp(run: Run, reason: string): void {
  forget(run);
  try {
    run.observation.write({ level: "WARNING", statusMessage: { own: reason }, metadata: { outcome: "given-up" } });
    run.observation.end();
  } catch (error) {
    logger.errorOnce(
      `The LangChain run ${JSON.stringify(run.name)} was given up (${reason}), and ending its observation failed, so ` +
        "the observation may not be sent. The run itself is not affected. The error:",
      error,
    );
  }
}

function forget(run: Run): void {
  table.runs.delete(run.id);
  if (table.runs.size > 0) return;
  clearInterval(table.sweeper);
  table.sweeper = undefined;
}
