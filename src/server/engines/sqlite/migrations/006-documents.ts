/**
 * Records that are only read by id, by parent or in the order of creation. Each record is one JSON text. `revision` counts its
 * changes. `uniqueKey` is unique among the records of the kind in the project.
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
