import type { DatabaseSync } from "node:sqlite";
import { RecordReader } from "../database/record-reader.ts";
import { type Sql, listSql, nameSql, sql } from "../../../storage/sql.ts";
import type { PruneStep, RemovedTrace } from "../../../storage/pruning/prune-total.ts";
import type { KeepLimits } from "../../../storage/pruning/keep-limits.ts";
import { MediaPruning, endedTraces } from "./media-pruning.ts";
import { type ProjectSize, ProjectSizes } from "./project-sizes.ts";
import { oldestKept } from "../../../storage/pruning/retention.ts";
import { inTransaction } from "../database/transaction.ts";

export interface PruneLimits extends KeepLimits {
  /** Milliseconds since 1970. */
  now: number;
}

/** Time that one step blocks other writers, in milliseconds. */
const STEP_MS = 5;

/**
 * Part of the size limit that the data is above it when pruning gets urgent: data arrives faster than it is removed. Such a step
 * takes as long as other writers took since the last step, at most `MAX_STEP_MS`. The further above the limit, the longer: with
 * twice this part, steps are twice as long as other writers. However busy the machine is, the data stops growing.
 */
const URGENT_EXCESS = 0.1;
const MAX_STEP_MS = 50;

/** Number of observations to remove between two checks of the clock. */
const CHUNK = 20;

/** Number of pages to give back between two checks of the clock. */
const PAGES_PER_CHUNK = 16;

/** Part of the size limit to prune down to, so that not every batch needs pruning again. */
const TARGET_FACTOR = 0.9;

/** Time for which an unused media stays, in milliseconds: it may belong to a trace whose spans have not arrived yet. */
const UNUSED_MEDIA_MS = 60 * 60 * 1_000;

/**
 * Removes observations, scores and media over the limits and gives free pages back to the file system. Each step is one
 * transaction of some milliseconds, so that other writers get their turn between two steps. `hasDocuments`: false when the
 * records of media are in a database elsewhere. Default true.
 */
export function* prune(database: DatabaseSync, limits: PruneLimits, hasDocuments = true): Generator<PruneStep, void> {
  const pruning = new Pruning(database, limits, hasDocuments);
  let hasRemoved = false;
  for (const step of pruning.steps()) {
    hasRemoved ||= step.old + step.overflow + step.ownerless + step.media.length > 0;
    yield step;
  }
  if (hasRemoved) yield* pruning.giveBack();
}

/** Returns the bytes of the database pages in use and of the contents of media. */
export function usedBytes(database: DatabaseSync): number {
  return databaseBytes(database) + new MediaPruning(database).allBytes();
}

class Pruning {
  readonly #database: DatabaseSync;
  readonly #limits: PruneLimits;
  readonly #records: RecordReader;
  readonly #media: MediaPruning | undefined;
  #lastEnd = performance.now();

  constructor(database: DatabaseSync, limits: PruneLimits, hasDocuments: boolean) {
    this.#database = database;
    this.#limits = limits;
    this.#records = new RecordReader(database);
    this.#media = hasDocuments ? new MediaPruning(database) : undefined;
  }

  *steps(): Generator<PruneStep, void> {
    const { maxBytes, now } = this.#limits;
    const oldest = this.#oldestKept();
    // Observations and scores that arrive between two steps wait for the next run, however old their time is.
    const [lastObservation, lastScore] = [this.#lastOf("observations"), this.#lastOf("scores")];
    for (const [projectId, time] of oldest) {
      const isOld = sql`projectId = ${projectId} AND startTime < ${time} AND seq <= ${lastObservation}`;
      const old = sql`SELECT seq FROM observations WHERE ${isOld} LIMIT ${CHUNK}`;
      yield* this.#repeat((step) => this.#remove("old", old, step) === CHUNK);
      yield* this.#repeat(() => this.#removeScores(projectId, time, lastScore) === CHUNK);
    }
    for (const projectId of this.#unknownProjects()) {
      const ofProject = sql`SELECT seq FROM observations WHERE projectId = ${projectId} LIMIT ${CHUNK}`;
      yield* this.#repeat((step) => this.#remove("ownerless", ofProject, step) === CHUNK);
      yield* this.#repeat(() => this.#removeScores(projectId, Infinity, lastScore) === CHUNK);
    }
    yield* this.#removeUnusedMedia((projectId) => oldest.get(projectId));
    if (maxBytes === null || this.#bytes() <= maxBytes) return;
    yield* this.#removeUnusedMedia(() => now - UNUSED_MEDIA_MS);
    const sizes = new ProjectSizes(this.#records, this.#media);
    yield* this.#repeat(() => sizes.count());
    yield* this.#repeat((step) => {
      if (this.#bytes() <= maxBytes * TARGET_FACTOR) return false;
      // The sizes take in the rows that have arrived since the last time.
      sizes.count();
      const largest = sizes.largest();
      if (largest !== undefined) this.#removeOf(largest, sizes, step);
      return largest !== undefined;
    });
  }

  /** Removes the first of the larger part of a project: media of traces without observations, or observations with their media. */
  #removeOf(size: ProjectSize, sizes: ProjectSizes, step: PruneStep): void {
    const before = this.#mediaBytes();
    const unused = size.unusedBytes > size.usedBytes || !size.hasObservations ? size.unused.shift() : undefined;
    if (unused !== undefined) {
      step.media.push(...(this.#media?.removeIfUnused(unused) ?? []));
      size.unusedBytes -= unused.bytes;
      return;
    }
    // The media of one trace may be larger than everything else.
    const rows = sizes.nextObservations(size, before > 0 ? 1 : CHUNK);
    this.#remove("overflow", listSql(rows.map(({ seq }) => seq)), step);
    size.usedBytes -= rows.reduce((sum, { bytes }) => sum + bytes, before - this.#mediaBytes());
  }

  /** Gives free pages back to the file system, a few at a time. */
  *giveBack(): Generator<PruneStep, void> {
    yield* this.#repeat(() => {
      const before = this.#freePages();
      this.#database.exec(`PRAGMA incremental_vacuum(${PAGES_PER_CHUNK})`);
      const left = this.#freePages();
      return left > 0 && left < before;
    });
  }

  /** Returns the number of the row that arrived last in a table; 0 when it is empty. */
  #lastOf(table: "observations" | "scores"): number {
    return (
      this.#records.get(sql<{ seq: number }>`SELECT coalesce(max(seq), 0) AS seq FROM ${nameSql(table)}`)?.seq ?? 0
    );
  }

  /** Returns, for each project whose retention has an end, the time before which observations are too old. */
  #oldestKept(): Map<string, number> {
    const { keepDays, now } = this.#limits;
    const projects = this.#records.all(
      sql<{ id: string; retentionDays: number | null }>`SELECT id, retentionDays FROM projects`,
    );
    const found = new Map<string, number>();
    for (const { id, retentionDays } of projects) {
      const time = oldestKept(retentionDays, keepDays, now);
      if (time !== undefined) found.set(id, time);
    }
    return found;
  }

  /**
   * Returns the projects that have observations or scores, but do not exist. None where the projects are in a database elsewhere: the
   * copy here may not have a new one yet. Reads one entry of an index for each project.
   */
  #unknownProjects(): string[] {
    if (this.#media === undefined) return [];
    const found = (["observations", "scores"] as const).flatMap((name) => {
      const table = nameSql(name);
      return this.#records.all(sql<{
        id: string;
      }>`WITH RECURSIVE ids (id) AS (SELECT min(projectId) FROM ${table} UNION ALL
          SELECT (SELECT min(projectId) FROM ${table} WHERE projectId > ids.id) FROM ids WHERE ids.id IS NOT NULL)
        SELECT id FROM ids WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM projects)`);
    });
    return [...new Set(found.map(({ id }) => id))];
  }

  /** Removes the observations with the chosen numbers, and their media. Returns the number of observations. */
  #remove(what: "old" | "overflow" | "ownerless", chosen: Sql, step: PruneStep): number {
    const removed = this.#records.all(
      sql<RemovedTrace>`DELETE FROM observations WHERE seq IN (${chosen}) RETURNING projectId, traceId`,
    );
    step[what] += removed.length;
    const ended = endedTraces(this.#records, removed);
    if (this.#media === undefined) step.ended.push(...ended);
    else step.media.push(...this.#media.removeOfTraces(ended));
    return removed.length;
  }

  /** Removes a chunk of the scores of a project before a time. Returns the number of scores. */
  #removeScores(projectId: string, time: number, last: number): number {
    return this.#records.all(sql`DELETE FROM scores WHERE seq IN (SELECT seq FROM scores
      WHERE projectId = ${projectId} AND timestamp < ${time} AND seq <= ${last} LIMIT ${CHUNK}) RETURNING seq`).length;
  }

  *#removeUnusedMedia(limitOf: (projectId: string) => number | undefined): Generator<PruneStep, void> {
    const pruning = this.#media;
    if (pruning === undefined) return;
    let place: number | undefined = 0;
    yield* this.#repeat(({ media }) => {
      place = pruning.removeUnused(place ?? 0, limitOf, media);
      return place !== undefined;
    });
  }

  /** Repeats the work, step by step, until it returns false. */
  *#repeat(work: (step: PruneStep) => boolean): Generator<PruneStep, void> {
    for (let hasMore = true; hasMore;) {
      const step: PruneStep = { old: 0, overflow: 0, ownerless: 0, media: [], ended: [] };
      hasMore = this.#whileTime(() => work(step));
      yield step;
    }
  }

  /**
   * Repeats the work in one transaction, until it returns false or the time of a step is over. Returns true when there is more
   * to do.
   */
  #whileTime(work: () => boolean): boolean {
    const start = performance.now();
    const urgency = this.#excess() / URGENT_EXCESS;
    const others = Math.min(MAX_STEP_MS, start - this.#lastEnd);
    const time = urgency > 1 ? Math.max(STEP_MS, others * urgency) : STEP_MS;
    const hasMore = inTransaction(this.#database, () => {
      while (work()) if (performance.now() > start + time) return true;
      return false;
    });
    this.#lastEnd = performance.now();
    return hasMore;
  }

  /** Returns the bytes above the limit, as a part of the limit; below 0 for less than the limit. */
  #excess(): number {
    const { maxBytes } = this.#limits;
    return maxBytes === null ? -1 : this.#bytes() / maxBytes - 1;
  }

  #bytes(): number {
    return databaseBytes(this.#database) + this.#mediaBytes();
  }

  #mediaBytes(): number {
    return this.#media?.removableBytes() ?? 0;
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
