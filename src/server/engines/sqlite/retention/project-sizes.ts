import { integerSql, sql } from "../../../storage/sql.ts";
import type { RecordReader } from "../database/record-reader.ts";
import type { MediaPruning, RemovableMedia } from "./media-pruning.ts";

/** Part of the size that can be removed for a project. */
export interface ProjectSize {
  readonly projectId: string;
  /** Bytes of its observations, and of the media that go with them. */
  usedBytes: number;
  unusedBytes: number;
  /** Media of traces without observations, in the order of arrival. */
  readonly unused: RemovableMedia[];
  /** Number of the last observation that was looked at for removal. */
  removedUntil: number;
  /** False when all its observations have been looked at. */
  hasObservations: boolean;
}

/** Observation that goes next, with its bytes. */
export interface SizedObservation {
  seq: number;
  bytes: number;
}

/** Number of rows to look at between two checks of the clock. */
const WINDOW = 500;

/** Bytes of an observation in the columns of fixed size, the indexes and the totals, on average. */
const ROW_BYTES = 600;

/** Bytes of a row of `observations` with its content. SQLite knows the length of a text without reading it. */
const BYTES = sql`(${integerSql(ROW_BYTES)} + octet_length(metadata) + coalesce(octet_length(statusMessage), 0) + octet_length(tags)
  + octet_length(toolDefinitions) + octet_length(toolCalls) + coalesce(octet_length(modelParameters), 0)
  + coalesce((SELECT coalesce(octet_length(input), 0) + coalesce(octet_length(output), 0)
      FROM observation_content c WHERE c.seq = observations.seq), 0))`;

/**
 * Sizes of the projects, counted in parts, of which each takes about a millisecond. What arrives between two parts is counted by the next.
 */
export class ProjectSizes {
  readonly #records: RecordReader;
  readonly #media: MediaPruning | undefined;
  readonly #sizes = new Map<string, ProjectSize>();
  #countedUntil = 0;
  #mediaUntil = 0;

  constructor(records: RecordReader, media: MediaPruning | undefined) {
    this.#records = records;
    this.#media = media;
  }

  /** Counts a part of what is not counted yet. Returns false when that was all. */
  count(): boolean {
    const hasMoreMedia = this.#countMedia();
    return this.#countObservations() || hasMoreMedia;
  }

  /** Returns the project with the most bytes of those that have something left to remove; undefined if none has. */
  largest(): ProjectSize | undefined {
    let largest: ProjectSize | undefined;
    for (const size of this.#sizes.values()) {
      const hasMore = size.hasObservations || size.unused.length > 0;
      if (hasMore && (largest === undefined || bytesOf(size) > bytesOf(largest))) largest = size;
    }
    return largest;
  }

  /** Returns at most `most` observations of the project that arrived first, and looks at the ones behind them the next time. */
  nextObservations(size: ProjectSize, most: number): SizedObservation[] {
    const window = sql`SELECT seq, projectId FROM observations WHERE seq > ${size.removedUntil} ORDER BY seq LIMIT ${integerSql(WINDOW)}`;
    const rows = this.#records.all(sql<SizedObservation>`SELECT seq, ${BYTES} AS bytes FROM observations
      WHERE seq IN (SELECT seq FROM (${window}) WHERE projectId = ${size.projectId} LIMIT ${integerSql(most)}) ORDER BY seq`);
    if (rows.length < most) {
      const end = this.#records.get(sql<{ last: number | null }>`SELECT max(seq) AS last FROM (${window})`)?.last;
      size.hasObservations = end != null;
      size.removedUntil = end ?? size.removedUntil;
    } else {
      size.removedUntil = rows.at(-1)?.seq ?? size.removedUntil;
    }
    return rows;
  }

  #countObservations(): boolean {
    const found = this.#records.all(sql<{ projectId: string; bytes: number; rows: number; last: number }>`
      SELECT projectId, sum(bytes) AS bytes, count(*) AS rows, max(seq) AS last FROM (SELECT seq, projectId, ${BYTES} AS bytes
        FROM observations WHERE seq > ${this.#countedUntil} ORDER BY seq LIMIT ${integerSql(WINDOW)}) GROUP BY projectId`);
    let rows = 0;
    for (const { projectId, bytes, rows: ofProject, last } of found) {
      const size = this.#sizeOf(projectId);
      size.usedBytes += bytes;
      size.hasObservations = true;
      this.#countedUntil = Math.max(this.#countedUntil, last);
      rows += ofProject;
    }
    return rows === WINDOW;
  }

  #countMedia(): boolean {
    const range = this.#media?.removableAfter(this.#mediaUntil);
    if (range === undefined) return false;
    for (const media of range.media) {
      const size = this.#sizeOf(media.projectId);
      if (media.isUsed === 1) size.usedBytes += media.bytes;
      else {
        size.unusedBytes += media.bytes;
        size.unused.push(media);
      }
    }
    this.#mediaUntil = range.next ?? range.media.at(-1)?.place ?? this.#mediaUntil;
    return range.next !== undefined;
  }

  #sizeOf(projectId: string): ProjectSize {
    const known = this.#sizes.get(projectId);
    if (known !== undefined) return known;
    const size = { projectId, usedBytes: 0, unusedBytes: 0, unused: [], removedUntil: 0, hasObservations: false };
    this.#sizes.set(projectId, size);
    return size;
  }
}

function bytesOf({ usedBytes, unusedBytes }: ProjectSize): number {
  return usedBytes + unusedBytes;
}
