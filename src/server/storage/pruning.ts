import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { MediaPruning, type MediaKey } from "./media-pruning.ts";
import { readRows } from "./reading-rows.ts";
import { oldestKept } from "./retention.ts";
import { inTransaction } from "./transaction.ts";

/** What may be kept. */
export interface PruneLimits {
  /** Days for projects that have no retention of their own; null for ever. */
  keepDays: number | null;
  /** Bytes that the database and the contents of media may fill; above, what arrived first is removed. Null for no limit. */
  maxBytes: number | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** What one step removed. */
export interface PruneStep {
  /** Observations that were too old. */
  old: number;
  /** Observations that did not fit. */
  overflow: number;
  /** Media that nothing uses any more: their contents are to be removed. */
  media: MediaKey[];
}

/** How long one step keeps others from writing. */
const STEP_MS = 5;

/** Above so many times the limit a step takes as long as others have just written, up to this: it arrives faster than it goes. */
const URGENT = 1.1;
const MOST_STEP_MS = 50;

/** Observations that are removed between two looks at the clock. */
const CHUNK = 20;

/** Pages that are given back between two looks at the clock. */
const PAGES = 16;

/** How far below the limit the size is brought, so that not every batch has to make room anew. */
const ROOM = 0.9;

/** Media that were announced a shorter time ago may belong to a trace whose spans have not arrived yet. */
const UPLOAD_MS = 60 * 60 * 1_000;

/** How observations are chosen that are removed: those that are too old, and those that arrived first. */
const OBSERVATIONS = {
  old: "SELECT seq FROM observations WHERE projectId = ? AND startTime < ? AND seq <= ? LIMIT ?",
  overflow: "SELECT seq FROM observations ORDER BY seq LIMIT ?",
};

const OLD_SCORES = `DELETE FROM scores WHERE seq IN (
  SELECT seq FROM scores WHERE projectId = ? AND timestamp < ? AND seq <= ? LIMIT ?)`;

/**
 * Removes observations, scores and media over the limits and gives the room back to the file system. Each step is a transaction
 * of some milliseconds, so that others write between two of them.
 */
export function* prune(database: DatabaseSync, limits: PruneLimits): Generator<PruneStep, void> {
  const pruning = new Pruning(database, limits);
  let hasRemoved = false;
  for (const step of pruning.steps()) {
    hasRemoved ||= step.old + step.overflow + step.media.length > 0;
    yield step;
  }
  if (hasRemoved) yield* pruning.giveBack();
}

/** Bytes of the pages that hold something, and of the contents of media. */
export function usedBytes(database: DatabaseSync): number {
  return databaseBytes(database) + new MediaPruning(database).bytes();
}

class Pruning {
  readonly #database: DatabaseSync;
  readonly #limits: PruneLimits;
  readonly #media: MediaPruning;
  readonly #statements: Record<keyof typeof OBSERVATIONS, StatementSync>;
  #lastEnd = performance.now();

  constructor(database: DatabaseSync, limits: PruneLimits) {
    this.#database = database;
    this.#limits = limits;
    this.#media = new MediaPruning(database);
    const removing = (chosen: string): StatementSync =>
      database.prepare(`DELETE FROM observations WHERE seq IN (${chosen}) RETURNING projectId, traceId`);
    this.#statements = { old: removing(OBSERVATIONS.old), overflow: removing(OBSERVATIONS.overflow) };
  }

  *steps(): Generator<PruneStep, void> {
    const { maxBytes, now } = this.#limits;
    const oldest = this.#oldestKept();
    const scores = this.#database.prepare(OLD_SCORES);
    // What arrives between two steps is for the next time, however old it says it is.
    const [lastObservation, lastScore] = [this.#lastOf("observations"), this.#lastOf("scores")];
    for (const [projectId, time] of oldest) {
      yield* this.#repeat((step) => this.#remove("old", [projectId, time, lastObservation], CHUNK, step));
      yield* this.#repeat(() => scores.run(projectId, time, lastScore, CHUNK).changes === CHUNK);
    }
    yield* this.#removeUnusedMedia((projectId) => oldest.get(projectId));
    if (maxBytes === null || this.#bytes() <= maxBytes) return;
    yield* this.#removeUnusedMedia(() => now - UPLOAD_MS);
    yield* this.#repeat((step) => {
      // The media of one trace may be more than all the rest.
      const chunk = this.#media.bytes() > 0 ? 1 : CHUNK;
      return this.#bytes() > maxBytes * ROOM && this.#remove("overflow", [], chunk, step);
    });
  }

  /** Gives free pages back to the file system, some at a time. */
  *giveBack(): Generator<PruneStep, void> {
    yield* this.#repeat(() => {
      const before = this.#freePages();
      this.#database.exec(`PRAGMA incremental_vacuum(${PAGES})`);
      const left = this.#freePages();
      return left > 0 && left < before;
    });
  }

  /** Number of what arrived last in a table. */
  #lastOf(table: "observations" | "scores"): number {
    return Number(this.#database.prepare(`SELECT coalesce(max(seq), 0) AS seq FROM ${table}`).get()?.["seq"]);
  }

  /** For each project with an end of its retention, the time before which observations are too old. */
  #oldestKept(): Map<string, number> {
    const { keepDays, now } = this.#limits;
    const projects = readRows(this.#database.prepare("SELECT id, retentionDays FROM projects"));
    const found = new Map<string, number>();
    for (const { id, retentionDays } of projects) {
      const time = oldestKept(retentionDays === null ? null : Number(retentionDays), keepDays, now);
      if (time !== undefined) found.set(String(id), time);
    }
    return found;
  }

  /** Removes a chunk of observations and the media that go with them; true when there may be more. */
  #remove(what: keyof typeof OBSERVATIONS, values: SQLInputValue[], chunk: number, step: PruneStep): boolean {
    const removed = this.#statements[what].all(...values, chunk);
    step[what] += removed.length;
    step.media.push(...this.#media.removeOfTraces(removed));
    return removed.length === chunk;
  }

  *#removeUnusedMedia(limitOf: (projectId: string) => number | undefined): Generator<PruneStep, void> {
    let place: number | undefined = 0;
    yield* this.#repeat(({ media }) => {
      place = this.#media.removeUnused(place ?? 0, limitOf, media);
      return place !== undefined;
    });
  }

  /** Repeats the work, step by step, until it gives false. */
  *#repeat(work: (step: PruneStep) => boolean): Generator<PruneStep, void> {
    for (let hasMore = true; hasMore;) {
      const step: PruneStep = { old: 0, overflow: 0, media: [] };
      hasMore = this.#whileTime(() => work(step));
      yield step;
    }
  }

  /** Repeats the work in one transaction, until it gives false or the time of a step is over. True when there is more to do. */
  #whileTime(work: () => boolean): boolean {
    const { maxBytes } = this.#limits;
    const start = performance.now();
    const isUrgent = maxBytes !== null && this.#bytes() > maxBytes * URGENT;
    const time = isUrgent ? Math.min(MOST_STEP_MS, Math.max(STEP_MS, start - this.#lastEnd)) : STEP_MS;
    const hasMore = inTransaction(this.#database, () => {
      while (work()) if (performance.now() > start + time) return true;
      return false;
    });
    this.#lastEnd = performance.now();
    return hasMore;
  }

  #bytes(): number {
    return databaseBytes(this.#database) + this.#media.bytes();
  }

  #freePages(): number {
    return pragma(this.#database, "freelist_count");
  }
}

function databaseBytes(database: DatabaseSync): number {
  return (pragma(database, "page_count") - pragma(database, "freelist_count")) * pragma(database, "page_size");
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
