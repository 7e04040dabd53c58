import type { Context } from "@opentelemetry/api";
import { logger, type SpanClock } from "@svc/core";
import type { SvcGeneration } from "@svc/tracing";

/** A managed prompt that a generation was made with. */
export interface LinkedPrompt {
  readonly name: string;
  readonly version: number;
}

/** A run of LangChain that has started and not ended. */
export interface Run {
  readonly id: string;
  readonly parentId: string | undefined;
  /** Its observation, of whatever kind: a generation's is the one that accepts everything. */
  readonly observation: SvcGeneration;
  readonly name: string;
  /** The conversation that a graph keeps under this id, when this is the outermost run of it. */
  readonly threadId: string | undefined;
  /** The time within its span. */
  readonly clock: SpanClock;
  /** Where what happens inside the run is recorded. */
  context: Context;
  /** When something was last heard of the run or of one below it. */
  heardAt: number;
  /** When the model's first content came. */
  completionStart?: Date;
  /** What a model has said so far; kept for a run that is left before its end. */
  partialText?: string;
  /** For the next generation below this run. */
  prompt?: LinkedPrompt;
  /** What a graph stopped to ask, below this run. */
  interrupts?: readonly unknown[];
}

/** How many runs may be open at once in a process; past that the one that was heard of least recently is given up. */
export const MAX_OPEN_RUNS = 10_000;

/** After so many milliseconds in which nothing was heard of a run, nor of one below it, it is given up. */
export const MAX_SILENCE: number = 60 * 60 * 1000;

/** How often silent runs are looked for, in milliseconds. */
const SWEEP_INTERVAL = 60_000;

interface Shared {
  /** Least recently heard of first. */
  readonly runs: Map<string, Run>;
  sweeper: NodeJS.Timeout | undefined;
}

const KEY = Symbol.for("svc.langchain.runs");

/** One table for the process: the ES module and the CommonJS copy of LangChain, and of this package, know the same runs. */
function shareTable(): Shared {
  const holder = globalThis as { [KEY]?: Shared };
  return (holder[KEY] ??= { runs: new Map(), sweeper: undefined });
}

const table = shareTable();

/** The open run with this id. */
export function runOf(id: string | undefined): Run | undefined {
  return id === undefined ? undefined : table.runs.get(id);
}

/** Adds a run and notes that something was heard of those above it. */
export function addRun(run: Run): void {
  table.runs.set(run.id, run);
  for (const above of lineOf(run.parentId)) hear(above, run.heardAt);
  if (table.runs.size > MAX_OPEN_RUNS) giveUp(table.runs.values().next().value!, "Too many runs are open");
  table.sweeper ??= setInterval(sweep, SWEEP_INTERVAL).unref();
}

/** Takes a run out of the table; gives it when it was open. */
export function removeRun(id: string): Run | undefined {
  const run = table.runs.get(id);
  if (run === undefined) return undefined;
  forget(run);
  const now = Date.now();
  for (const above of lineOf(run.parentId)) hear(above, now);
  return run;
}

/** The open runs that are below a run, deepest first. */
export function runsBelow(id: string): Run[] {
  const below: Run[] = [];
  const ids = new Set([id]);
  // A run is heard of when one below it starts, so a parent can stand after its child: go on until nothing is found.
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

/** The run and those above it, as far as they are open. */
export function* lineOf(id: string | undefined): Generator<Run> {
  for (let run = runOf(id); run !== undefined; run = runOf(run.parentId)) yield run;
}

function hear(run: Run, now: number): void {
  run.heardAt = now;
  table.runs.delete(run.id);
  table.runs.set(run.id, run);
}

function sweep(): void {
  const oldest = Date.now() - MAX_SILENCE;
  for (const run of table.runs.values()) {
    if (run.heardAt > oldest) break;
    giveUp(run, `Nothing was heard of the run for ${MAX_SILENCE / 60_000} minutes`);
  }
}

function giveUp(run: Run, statusMessage: string): void {
  forget(run);
  try {
    run.observation.update({ level: "WARNING", statusMessage, metadata: { outcome: "given-up" } }).end();
  } catch (error) {
    logger.errorOnce("Could not end an observation of a LangChain run that never ended", error);
  }
}

function forget(run: Run): void {
  table.runs.delete(run.id);
  if (table.runs.size > 0) return;
  clearInterval(table.sweeper);
  table.sweeper = undefined;
}
