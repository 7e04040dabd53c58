import type { DatabaseSync } from "node:sqlite";
import type { Row } from "../sqlite/sql.ts";
import { StatementCache } from "../sqlite/statement-cache.ts";

/** Key of a media record and its content. */
export interface MediaKey {
  projectId: string;
  id: string;
}

/** Number of media to look at in one query. */
const CHUNK = 20;

/** Media in a range of the table that belong to no trace with observations and to no dataset item. */
const UNUSED = `SELECT projectId, id, updatedAt FROM media m WHERE rowid > ?1 AND rowid <= ?1 + ${CHUNK} AND NOT EXISTS (
  SELECT 1 FROM media_places p WHERE p.projectId = m.projectId AND p.mediaId = m.id AND (p.datasetId <> '' OR EXISTS (
    SELECT 1 FROM observations o WHERE o.projectId = p.projectId AND o.traceId = p.traceId)))`;

/** Removal of the records of unused media from the tables. */
export class MediaPruning {
  readonly #statements: StatementCache;
  #bytes: number | undefined;

  constructor(database: DatabaseSync) {
    this.#statements = new StatementCache(database);
  }

  /** Returns the bytes of all contents. They are counted once, and removals are subtracted. */
  bytes(): number {
    this.#bytes ??= Number(
      this.#statements
        .prepare("SELECT total(contentLength) AS bytes FROM media WHERE contentStoredAt IS NOT NULL")
        .get()?.["bytes"],
    );
    return this.#bytes;
  }

  /**
   * Removes the media of traces that have no observations left, given observations that were removed. Media with another place
   * stay.
   */
  removeOfTraces(removed: readonly Row[]): MediaKey[] {
    const traces = new Map(removed.map((row) => [`${String(row["projectId"])} ${String(row["traceId"])}`, row]));
    return [...traces.values()].flatMap((row) => {
      const [projectId, traceId] = [String(row["projectId"]), String(row["traceId"])];
      const others = this.#statements.prepare("SELECT 1 FROM observations WHERE projectId = ? AND traceId = ? LIMIT 1");
      if (others.get(projectId, traceId) !== undefined) return [];
      const places = this.#statements.prepare(
        "DELETE FROM media_places WHERE projectId = ? AND traceId = ? RETURNING mediaId",
      );
      const ids = new Set(places.all(projectId, traceId).map(({ mediaId }) => String(mediaId)));
      return [...ids].filter((id) => !this.#hasPlace(projectId, id)).map((id) => this.#remove({ projectId, id }));
    });
  }

  /**
   * Removes unused media that were last changed before the limit of their project, in the range of the table after `place`.
   * Returns the place where the next range begins; undefined at the end.
   */
  removeUnused(
    place: number,
    limitOf: (projectId: string) => number | undefined,
    removed: MediaKey[],
  ): number | undefined {
    for (const row of this.#statements.prepare(UNUSED).all(place)) {
      const key = { projectId: String(row["projectId"]), id: String(row["id"]) };
      if (Number(row["updatedAt"]) >= (limitOf(key.projectId) ?? -Infinity)) continue;
      this.#statements
        .prepare("DELETE FROM media_places WHERE projectId = ? AND mediaId = ?")
        .run(key.projectId, key.id);
      removed.push(this.#remove(key));
    }
    const next = this.#statements.prepare("SELECT min(rowid) AS next FROM media WHERE rowid > ?").get(place + CHUNK)?.[
      "next"
    ];
    return next == null ? undefined : Number(next) - 1;
  }

  #hasPlace(projectId: string, id: string): boolean {
    const statement = this.#statements.prepare(
      "SELECT 1 FROM media_places WHERE projectId = ? AND mediaId = ? LIMIT 1",
    );
    return statement.get(projectId, id) !== undefined;
  }

  #remove(key: MediaKey): MediaKey {
    const statement = this.#statements.prepare(
      "DELETE FROM media WHERE projectId = ? AND id = ? RETURNING iif(contentStoredAt IS NULL, 0, contentLength) AS bytes",
    );
    const bytes = this.bytes();
    this.#bytes = bytes - Number(statement.get(key.projectId, key.id)?.["bytes"] ?? 0);
    return key;
  }
}
