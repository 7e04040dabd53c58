/** First schema: one table with all fields of an observation. */
export const firstObservations: string = `
CREATE TABLE observations (
  projectId TEXT NOT NULL, traceId TEXT NOT NULL, id TEXT NOT NULL, parentObservationId TEXT, type TEXT NOT NULL,
  name TEXT NOT NULL, startTime INTEGER NOT NULL, endTime INTEGER NOT NULL, environment TEXT NOT NULL,
  level TEXT NOT NULL, statusMessage TEXT, version TEXT, release TEXT, userId TEXT, sessionId TEXT, traceName TEXT,
  tags TEXT NOT NULL, public INTEGER NOT NULL, bookmarked INTEGER NOT NULL, isRoot INTEGER NOT NULL,
  completionStartTime INTEGER, input TEXT, output TEXT, metadata TEXT NOT NULL, model TEXT, modelParameters TEXT,
  usageDetails TEXT NOT NULL, costDetails TEXT NOT NULL, totalCost REAL, promptName TEXT, promptVersion INTEGER,
  createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  PRIMARY KEY (projectId, traceId, id)
);
CREATE INDEX observations_by_time ON observations (projectId, startTime DESC, traceId DESC, id DESC);
CREATE INDEX observations_by_session ON observations (projectId, sessionId) WHERE sessionId IS NOT NULL;
CREATE INDEX roots_by_time ON observations (projectId, startTime DESC, traceId DESC, id DESC) WHERE isRoot = 1;
`;
