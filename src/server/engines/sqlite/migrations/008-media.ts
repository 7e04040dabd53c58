/**
 * Media: a record of each content, and the places that refer to it. `contentStoredAt` is null until the content has arrived.
 * The key signs the URLs of contents; it is created once for each database.
 */
export const media: string = `
CREATE TABLE media (
  projectId TEXT NOT NULL, id TEXT NOT NULL, sha256Hash TEXT NOT NULL, contentType TEXT NOT NULL,
  contentLength INTEGER NOT NULL, contentStoredAt INTEGER, uploadedAt INTEGER, uploadHttpStatus INTEGER,
  uploadHttpError TEXT, uploadTimeMs INTEGER, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  PRIMARY KEY (projectId, id)
);
CREATE TABLE media_places (
  projectId TEXT NOT NULL, mediaId TEXT NOT NULL, traceId TEXT NOT NULL, observationId TEXT NOT NULL,
  datasetId TEXT NOT NULL, datasetItemId TEXT NOT NULL, field TEXT NOT NULL,
  PRIMARY KEY (projectId, mediaId, traceId, observationId, datasetId, datasetItemId, field)
);
CREATE TABLE media_key (secret TEXT NOT NULL);
INSERT INTO media_key VALUES (hex(randomblob(32)));
`;
