import { MEDIA_REFERENCES } from "@svc/core/internal";
import { type Records, type Statement, mustChange } from "../storage/records.ts";
import { HAS_PLACE, IS_HELD } from "../storage/media/held-media.ts";
import type { MediaKey } from "../storage/media/media-storage.ts";
import { listSql, sql } from "../storage/sql.ts";

/** Record of a content. Times are milliseconds since 1970. */
export interface Media {
  id: string;
  /** SHA-256 hash of the content, in base64. */
  sha256Hash: string;
  contentType: string;
  /** Length of the content, in bytes. */
  contentLength: number;
  /** Time when the content arrived; null before. */
  contentStoredAt: number | null;
  /** Time of the upload, as reported by the client together with `uploadHttpStatus`; null before. */
  uploadedAt: number | null;
  uploadHttpStatus: number | null;
}

/** Place that refers to a media: a field of a trace, of an observation or of a dataset item. */
export interface MediaPlace {
  traceId: string | null;
  observationId: string | null;
  datasetId: string | null;
  datasetItemId: string | null;
  field: string;
}

/** Result of an upload, as reported by the client. */
export interface MediaUpload {
  uploadedAt: number;
  uploadHttpStatus: number;
  uploadHttpError: string | null;
  uploadTimeMs: number | null;
}

const COLUMNS = sql<Media>`id, sha256Hash, contentType, contentLength, contentStoredAt, uploadedAt, uploadHttpStatus`;

/** Returns the media with this id; undefined when there is none. */
export async function findMedia(records: Records, projectId: string, id: string): Promise<Media | undefined> {
  return records.get(sql<Media>`SELECT ${COLUMNS} FROM media WHERE projectId = ${projectId} AND id = ${id}`);
}

/** Returns the bytes of all contents that have arrived. */
export async function mediaBytes(records: Records): Promise<number> {
  // Sums of PostgreSQL are texts.
  const stored = sql<{ bytes: number | string | null }>`SELECT sum(contentLength) AS bytes FROM media
    WHERE contentStoredAt IS NOT NULL`;
  return Number((await records.get(stored))?.bytes ?? 0);
}

/** Returns true when the content has arrived and the client has reported a successful upload. */
export function isUploaded({ contentStoredAt, uploadHttpStatus }: Media): boolean {
  return contentStoredAt !== null && isUploadSuccess(uploadHttpStatus);
}

/** Returns true for the status of a successful upload. */
export function isUploadSuccess(status: number | null): boolean {
  return status === 200 || status === 201;
}

/**
 * Builds the statements that announce a content and store its place. Another content type or length than was announced before resets the reported
 * upload. The record of a content that has arrived stays as it is: the bytes with this hash are there.
 */
export function announceMedia(
  projectId: string,
  { id, sha256Hash, contentType, contentLength }: Pick<Media, "id" | "sha256Hash" | "contentType" | "contentLength">,
  { traceId, observationId, datasetId, datasetItemId, field }: MediaPlace,
  now: number,
): Statement[] {
  return [
    sql`INSERT INTO media (projectId, id, sha256Hash, contentType, contentLength, createdAt, updatedAt)
      VALUES (${projectId}, ${id}, ${sha256Hash}, ${contentType}, ${contentLength}, ${now}, ${now})
      ON CONFLICT (projectId, id) DO UPDATE SET contentType = excluded.contentType, contentLength = excluded.contentLength,
        updatedAt = excluded.updatedAt, uploadedAt = NULL, uploadHttpStatus = NULL
      WHERE media.contentStoredAt IS NULL
        AND (media.contentType <> excluded.contentType OR media.contentLength <> excluded.contentLength)`,
    sql`INSERT INTO media_places (projectId, mediaId, traceId, observationId, datasetId, datasetItemId, field)
      VALUES (${projectId}, ${id}, ${traceId ?? ""}, ${observationId ?? ""}, ${datasetId ?? ""}, ${datasetItemId ?? ""},
        ${field})
      ON CONFLICT DO NOTHING`,
  ];
}

/**
 * Builds the statements that remove the media of traces, unless something else uses them. The first statement returns the ids of
 * the removed media.
 */
export function deleteMediaOfTraces(projectId: string, traceIds: readonly string[]): Statement[] {
  const ids = listSql(traceIds);
  const ofTraces = sql`projectId = ${projectId} AND traceId IN ${ids}`;
  return [
    sql`DELETE FROM media WHERE projectId = ${projectId}
      AND id IN (SELECT mediaId FROM media_places WHERE ${ofTraces})
      AND NOT EXISTS (
        SELECT 1 FROM media_places p WHERE p.projectId = ${projectId} AND p.mediaId = media.id AND p.traceId NOT IN ${ids})
      AND NOT ${IS_HELD}
      RETURNING id`,
    sql`DELETE FROM media_places WHERE ${ofTraces}`,
  ];
}

/** Removes the records of media that no place names and no text holds. Returns these media. Can be repeated. */
export async function removeUnusedMedia(records: Records): Promise<MediaKey[]> {
  const isUnused = sql`NOT ${HAS_PLACE} AND NOT ${IS_HELD}`;
  const found = await records.get(sql`SELECT 1 FROM media WHERE ${isUnused} LIMIT 1`);
  // A write has every other writer wait.
  if (found === undefined) return [];
  const [removed] = await records.write([sql`DELETE FROM media WHERE ${isUnused} RETURNING projectId, id`]);
  return (removed?.rows ?? []).map(({ projectId, id }) => ({ projectId: String(projectId), id: String(id) }));
}

/** Returns the ids of all media that a value refers to in its texts. */
export function mediaMentionedIn(value: unknown): Set<string> {
  return new Set(Array.from((JSON.stringify(value) ?? "").matchAll(MEDIA_REFERENCES), ([, , id = ""]) => id));
}

/** Builds the statements that name an observation as a place of media that are recorded. */
export function addMediaPlaces(
  projectId: string,
  ids: Iterable<string>,
  { traceId, observationId, field }: Record<"traceId" | "observationId" | "field", string>,
): Statement[] {
  return Array.from(
    ids,
    (id) => sql`INSERT INTO media_places (projectId, mediaId, traceId, observationId, datasetId, datasetItemId, field)
      SELECT projectId, id, ${traceId}, ${observationId}, '', '', ${field} FROM media
      WHERE projectId = ${projectId} AND id = ${id} ON CONFLICT DO NOTHING`,
  );
}

/** Builds the statements that undo their write when one of these media is not recorded any more. */
export function mediaPresence(projectId: string, ids: Iterable<string>): Statement[] {
  return Array.from(ids, (id) =>
    mustChange(sql`UPDATE media SET updatedAt = updatedAt WHERE projectId = ${projectId} AND id = ${id}`),
  );
}

/** Builds the statement that records the arrival of a content, or that there is none any more (null). */
export function noteContent(projectId: string, id: string, storedAt: number | null, now: number): Statement {
  return sql`UPDATE media SET contentStoredAt = ${storedAt}, updatedAt = ${now}
    WHERE projectId = ${projectId} AND id = ${id}`;
}

/** Builds the statement that records the result of an upload. The write fails when there is no such media. */
export function noteUpload(projectId: string, id: string, upload: MediaUpload, now: number): Statement {
  const { uploadedAt, uploadHttpStatus, uploadHttpError, uploadTimeMs } = upload;
  return mustChange(sql`UPDATE media SET uploadedAt = ${uploadedAt}, uploadHttpStatus = ${uploadHttpStatus},
      uploadHttpError = ${uploadHttpError}, uploadTimeMs = ${uploadTimeMs}, updatedAt = ${now}
    WHERE projectId = ${projectId} AND id = ${id}`);
}
