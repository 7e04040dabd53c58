/**
 * Datasets and the history of their items. Every write of an item ends its last row and adds a new row. The row without
 * `validTo` is the current one; for a deleted item it has `isDeleted` set.
 */
export const datasets: string = `
CREATE TABLE datasets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, description TEXT, metadata TEXT NOT NULL,
  inputSchema TEXT, expectedOutputSchema TEXT, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  UNIQUE (projectId, id), UNIQUE (projectId, name)
);
CREATE INDEX datasets_by_time ON datasets (projectId, createdAt DESC, id);
CREATE TABLE dataset_items (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, datasetId TEXT NOT NULL, id TEXT NOT NULL, validFrom INTEGER NOT NULL, validTo INTEGER,
  isDeleted INTEGER NOT NULL, status TEXT NOT NULL, input TEXT NOT NULL, expectedOutput TEXT NOT NULL,
  metadata TEXT NOT NULL, sourceTraceId TEXT, sourceObservationId TEXT, createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE UNIQUE INDEX dataset_items_now ON dataset_items (projectId, id) WHERE validTo IS NULL;
CREATE INDEX dataset_items_by_time ON dataset_items (projectId, datasetId, createdAt DESC, id);
CREATE INDEX dataset_items_of_project ON dataset_items (projectId, createdAt DESC, id) WHERE validTo IS NULL;
`;
