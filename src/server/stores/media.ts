import type { Records, Row, Statement } from "../storage/records.ts";

/** What is known of a content. Times are milliseconds since 1970. */
export interface Media {
  id: string;
  /** In base64. */
  sha256Hash: string;
  contentType: string;
  /** Bytes. */
  contentLength: number;
  /** When the content arrived; null when it has not. */
  contentStoredAt: number | null;
  /** When the client says that it was uploaded, and how that went; null before. */
  uploadedAt: number | null;
  uploadHttpStatus: number | null;
}

/** Where media stand: in a field of a trace, of an observation or of a dataset item. */
export interface MediaPlace {
  traceId: string | null;
  observationId: string | null;
  datasetId: string | null;
  datasetItemId: string | null;
  field: string;
}

/** How an upload went, as the client says. */
export interface MediaUpload {
  uploadedAt: number;
  uploadHttpStatus: number;
  uploadHttpError: string | null;
  uploadTimeMs: number | null;
}

const COLUMNS = "id, sha256Hash, contentType, contentLength, contentStoredAt, uploadedAt, uploadHttpStatus";

/** The media with this id. */
export function findMedia(records: Records, projectId: string, id: string): Media | undefined {
  return asMedia(records.get(`SELECT ${COLUMNS} FROM media WHERE projectId = ? AND id = ?`, projectId, id));
}

/** True when the content is there and the client has said that it put it. */
export function isUploaded({ contentStoredAt, uploadHttpStatus }: Media): boolean {
  return contentStoredAt !== null && (uploadHttpStatus === 200 || uploadHttpStatus === 201);
}

/** What notes that a content is to come, and where it stands. Another content type makes it one that has not come yet. */
export function announceMedia(
  projectId: string,
  { id, sha256Hash, contentType, contentLength }: Pick<Media, "id" | "sha256Hash" | "contentType" | "contentLength">,
  { traceId, observationId, datasetId, datasetItemId, field }: MediaPlace,
  now: number,
): Statement[] {
  return [
    {
      sql: `INSERT INTO media (projectId, id, sha256Hash, contentType, contentLength, createdAt, updatedAt)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
        ON CONFLICT DO UPDATE SET contentType = ?4, contentLength = ?5, updatedAt = ?6, uploadedAt = NULL,
          uploadHttpStatus = NULL WHERE contentType <> ?4 OR contentLength <> ?5`,
      values: [projectId, id, sha256Hash, contentType, contentLength, now],
    },
    {
      sql: "INSERT INTO media_places VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      values: [projectId, id, traceId ?? "", observationId ?? "", datasetId ?? "", datasetItemId ?? "", field],
    },
  ];
}

/** What notes that a content has arrived. */
export function noteContent(projectId: string, id: string, now: number): Statement {
  return {
    sql: "UPDATE media SET contentStoredAt = ?, updatedAt = ? WHERE projectId = ? AND id = ?",
    values: [now, now, projectId, id],
  };
}

/** What notes how an upload went. Changes nothing when there is no such media. */
export function noteUpload(projectId: string, id: string, upload: MediaUpload, now: number): Statement {
  const { uploadedAt, uploadHttpStatus, uploadHttpError, uploadTimeMs } = upload;
  return {
    sql: `UPDATE media SET uploadedAt = ?, uploadHttpStatus = ?, uploadHttpError = ?, uploadTimeMs = ?, updatedAt = ?
      WHERE projectId = ? AND id = ?`,
    values: [uploadedAt, uploadHttpStatus, uploadHttpError, uploadTimeMs, now, projectId, id],
    mustChange: true,
  };
}

function asMedia(row: Row | undefined): Media | undefined {
  return row as Media | undefined;
}
