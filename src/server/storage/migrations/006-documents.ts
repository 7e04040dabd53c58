/**
 * Records that are only ever read by their id, their parent or in the order in which they were made: each is one JSON text.
 * `revision` counts its changes; `uniqueKey` is what no other record of its kind in the project may have.
 */
export const documents: string = `
CREATE TABLE documents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, parentId TEXT NOT NULL, uniqueKey TEXT,
  content TEXT NOT NULL, revision INTEGER NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  UNIQUE (projectId, kind, id), UNIQUE (projectId, kind, uniqueKey)
);
CREATE INDEX documents_by_parent ON documents (projectId, kind, parentId, seq DESC);
`;
