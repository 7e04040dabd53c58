import type { DatabaseSync } from "node:sqlite";
import { HAS_PLACE, IS_HELD } from "../../../storage/media/held-media.ts";
import type { RemovedTrace } from "../../../storage/pruning/prune-total.ts";
import type { MediaKey } from "../../../storage/media/media-storage.ts";
import { RecordReader } from "../database/record-reader.ts";
import { integerSql, sql } from "../../../storage/sql.ts";

/** Condition that an upload was made for an item of a dataset. */
const IS_OF_DATASET = sql`EXISTS (SELECT 1 FROM media_places p
  WHERE p.projectId = media.projectId AND p.mediaId = media.id AND p.datasetId <> '')`;

/** Condition that a trace with observations, or a dataset item, uses a row of `media`. */
const IS_USED = sql`EXISTS (SELECT 1 FROM media_places p
  WHERE p.projectId = media.projectId AND p.mediaId = media.id AND (p.datasetId <> '' OR EXISTS (
    SELECT 1 FROM observations o WHERE o.projectId = p.projectId AND o.traceId = p.traceId)))`;

/** Condition that a row of `media` has a content that goes with its traces. */
const IS_REMOVABLE = sql`contentStoredAt IS NOT NULL AND NOT ${IS_HELD} AND NOT ${IS_OF_DATASET}`;

type UnusedMedia = MediaKey & { updatedAt: number; hasPlace: 0 | 1 };

/** Media whose content goes with its traces. It is used when one of them has observations. */
export type RemovableMedia = MediaKey & { place: number; bytes: number; isUsed: 0 | 1 };

/** Number of media to look at in one query. */
const CHUNK = 20;

/** Returns those of the traces of removed observations that have no observations left, each once. */
export function endedTraces(records: RecordReader, removed: readonly RemovedTrace[]): RemovedTrace[] {
  const traces = new Map(removed.map((trace) => [`${trace.projectId} ${trace.traceId}`, trace]));
  return [...traces.values()].filter(({ projectId, traceId }) => {
    const left = sql`SELECT 1 FROM observations WHERE projectId = ${projectId} AND traceId = ${traceId} LIMIT 1`;
    return records.get(left) === undefined;
  });
}

/** Removal of the records of unused media from the tables. */
export class MediaPruning {
  readonly #records: RecordReader;
  #bytes: number | undefined;

  constructor(database: DatabaseSync) {
    this.#records = new RecordReader(database);
  }

  /**
   * Returns the bytes of the contents that go with their traces: those that a text or a dataset item holds are left out. They are
   * counted once, and removals are subtracted.
   */
  removableBytes(): number {
    this.#bytes ??=
      this.#records.get(sql<{ bytes: number }>`SELECT total(contentLength) AS bytes FROM media WHERE ${IS_REMOVABLE}`)
        ?.bytes ?? 0;
    return this.#bytes;
  }

  /** Returns the bytes of all contents. */
  allBytes(): number {
    const all = sql<{
      bytes: number;
    }>`SELECT total(contentLength) AS bytes FROM media WHERE contentStoredAt IS NOT NULL`;
    return this.#records.get(all)?.bytes ?? 0;
  }

  /** Removes the media of traces that have no observations left. Media with another place, and media that a text holds, stay. */
  removeOfTraces(ended: readonly RemovedTrace[]): MediaKey[] {
    return ended.flatMap(({ projectId, traceId }) => {
      const isOfTrace = sql`projectId = ${projectId} AND traceId = ${traceId}`;
      const places = this.#records.all(
        sql<{ mediaId: string }>`DELETE FROM media_places WHERE ${isOfTrace} RETURNING mediaId`,
      );
      const ids = new Set(places.map(({ mediaId }) => mediaId));
      return [...ids].filter((id) => !this.#isUsed(projectId, id)).map((id) => this.#remove({ projectId, id }));
    });
  }

  /**
   * Removes unused media in the range of the table after `place`: those without any place, and those that were last changed before
   * the limit of their project, whose traces will not arrive. Returns the place where the next range begins; undefined at the end.
   */
  removeUnused(
    place: number,
    limitOf: (projectId: string) => number | undefined,
    removed: MediaKey[],
  ): number | undefined {
    for (const { projectId, id, updatedAt, hasPlace } of this.#unusedAfter(place)) {
      if (hasPlace === 1 && updatedAt >= (limitOf(projectId) ?? -Infinity)) continue;
      removed.push(this.#removeWithPlaces({ projectId, id }));
    }
    return this.#nextAfter(place);
  }

  /** Returns the removable media in the range of the table after `place`, and the place where the next range begins; undefined at the end. */
  removableAfter(place: number): { media: RemovableMedia[]; next: number | undefined } {
    const media = this.#records
      .all(sql<RemovableMedia>`SELECT rowid AS place, projectId, id, contentLength AS bytes, ${IS_USED} AS isUsed FROM media
      WHERE rowid > ${place} AND rowid <= ${place} + ${integerSql(CHUNK)} AND ${IS_REMOVABLE} ORDER BY rowid`);
    return { media, next: this.#nextAfter(place) };
  }

  /** Removes a media, unless something has come to use it. Returns what was removed. */
  removeIfUnused({ projectId, id }: MediaKey): MediaKey[] {
    const unused = sql`SELECT 1 FROM media WHERE projectId = ${projectId} AND id = ${id} AND NOT ${IS_USED} AND NOT ${IS_HELD}`;
    return this.#records.get(unused) === undefined ? [] : [this.#removeWithPlaces({ projectId, id })];
  }

  #removeWithPlaces({ projectId, id }: MediaKey): MediaKey {
    this.#records.all(sql`DELETE FROM media_places WHERE projectId = ${projectId} AND mediaId = ${id}`);
    return this.#remove({ projectId, id });
  }

  #nextAfter(place: number): number | undefined {
    const end = place + CHUNK;
    const row = this.#records.get(
      sql<{ next: number | null }>`SELECT min(rowid) AS next FROM media WHERE rowid > ${end}`,
    );
    return row?.next == null ? undefined : row.next - 1;
  }

  /** Returns the media in a range of the table that belong to no trace with observations and no dataset item, and that no text holds. */
  #unusedAfter(place: number): UnusedMedia[] {
    return this.#records.all(sql<UnusedMedia>`SELECT projectId, id, updatedAt, ${HAS_PLACE} AS hasPlace FROM media
      WHERE rowid > ${place} AND rowid <= ${place} + ${integerSql(CHUNK)} AND NOT ${IS_USED} AND NOT ${IS_HELD}`);
  }

  #isUsed(projectId: string, id: string): boolean {
    const used = sql`SELECT 1 FROM media WHERE projectId = ${projectId} AND id = ${id} AND (${HAS_PLACE} OR ${IS_HELD})`;
    return this.#records.get(used) !== undefined;
  }

  #remove({ projectId, id }: MediaKey): MediaKey {
    const bytes = this.removableBytes();
    const [removed] = this.#records.all(sql<{ bytes: number }>`DELETE FROM media
      WHERE projectId = ${projectId} AND id = ${id} RETURNING iif(contentStoredAt IS NULL, 0, contentLength) AS bytes`);
    this.#bytes = bytes - (removed?.bytes ?? 0);
    return { projectId, id };
  }
}
