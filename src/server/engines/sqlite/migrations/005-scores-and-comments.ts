/** Scores and comments, which filters and metrics of observations use. */
export const scoresAndComments: string = `
CREATE TABLE scores (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, dataType TEXT NOT NULL, source TEXT NOT NULL,
  value REAL, stringValue TEXT, timestamp INTEGER NOT NULL, environment TEXT NOT NULL, traceId TEXT,
  observationId TEXT, sessionId TEXT, datasetRunId TEXT, configId TEXT, queueId TEXT, authorUserId TEXT, comment TEXT,
  metadata TEXT NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  UNIQUE (projectId, id)
);
CREATE INDEX scores_by_time ON scores (projectId, timestamp DESC, id DESC);
CREATE INDEX scores_by_trace ON scores (projectId, traceId) WHERE traceId IS NOT NULL;
CREATE INDEX scores_by_run ON scores (projectId, datasetRunId) WHERE datasetRunId IS NOT NULL;
CREATE TABLE comments (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, id TEXT NOT NULL, objectType TEXT NOT NULL, objectId TEXT NOT NULL, content TEXT NOT NULL,
  authorUserId TEXT, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  UNIQUE (projectId, id)
);
CREATE INDEX comments_by_object ON comments (projectId, objectType, objectId);
`;
