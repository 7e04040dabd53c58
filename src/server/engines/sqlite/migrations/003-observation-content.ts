/**
 * Input and output in a table of their own, so that lists and counts do not read them. Observations get a number in the order
 * of arrival, and the columns that filters, metrics and experiments need.
 */
export const observationContent: string = `
ALTER TABLE observations RENAME TO observations_before;
DROP INDEX observations_by_time;
DROP INDEX observations_by_session;
DROP INDEX roots_by_time;

CREATE TABLE observations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, traceId TEXT NOT NULL, id TEXT NOT NULL, parentObservationId TEXT, type TEXT NOT NULL,
  name TEXT NOT NULL, startTime INTEGER NOT NULL, endTime INTEGER NOT NULL, environment TEXT NOT NULL,
  level TEXT NOT NULL, statusMessage TEXT, version TEXT, release TEXT, userId TEXT, sessionId TEXT, traceName TEXT,
  tags TEXT NOT NULL, public INTEGER NOT NULL, bookmarked INTEGER NOT NULL, isRoot INTEGER NOT NULL,
  completionStartTime INTEGER, model TEXT, modelId TEXT, modelParameters TEXT, usageDetails TEXT NOT NULL,
  inputTokens INTEGER, outputTokens INTEGER, totalTokens INTEGER, costDetails TEXT NOT NULL, inputCost REAL,
  outputCost REAL, totalCost REAL, pricingTier TEXT, promptName TEXT, promptVersion INTEGER,
  toolDefinitions TEXT NOT NULL, toolCalls TEXT NOT NULL, publicKey TEXT, sdkName TEXT, sdkVersion TEXT,
  hasInput INTEGER NOT NULL, hasOutput INTEGER NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  UNIQUE (projectId, traceId, id)
);
CREATE TABLE observation_content (seq INTEGER PRIMARY KEY, input TEXT, output TEXT);
CREATE TABLE observation_experiments (
  seq INTEGER PRIMARY KEY, projectId TEXT NOT NULL, traceId TEXT NOT NULL, spanId TEXT NOT NULL,
  startTime INTEGER NOT NULL, endTime INTEGER NOT NULL, experimentId TEXT NOT NULL, experimentName TEXT,
  experimentDescription TEXT, experimentDatasetId TEXT, experimentMetadata TEXT, experimentItemId TEXT,
  experimentItemVersion INTEGER, experimentItemMetadata TEXT, experimentItemExpectedOutput TEXT,
  experimentItemRootId TEXT
);

INSERT INTO observations (
  seq, projectId, traceId, id, parentObservationId, type, name, startTime, endTime, environment, level, statusMessage,
  version, release, userId, sessionId, traceName, tags, public, bookmarked, isRoot, completionStartTime, model,
  modelParameters, usageDetails, inputTokens, outputTokens, totalTokens, costDetails, inputCost, outputCost, totalCost,
  promptName, promptVersion, toolDefinitions, toolCalls, hasInput, hasOutput, createdAt, updatedAt, metadata
) SELECT
  rowid, projectId, traceId, id, parentObservationId, type, name, startTime, endTime, environment, level,
  statusMessage, version, release, userId, sessionId, traceName, tags, public, bookmarked, isRoot,
  completionStartTime, model, modelParameters, usageDetails,
  (SELECT sum(value) FROM json_each(usageDetails) WHERE key LIKE 'input%'),
  (SELECT sum(value) FROM json_each(usageDetails) WHERE key LIKE 'output%'),
  usageDetails ->> 'total', costDetails,
  (SELECT sum(value) FROM json_each(costDetails) WHERE key LIKE 'input%'),
  (SELECT sum(value) FROM json_each(costDetails) WHERE key LIKE 'output%'),
  totalCost, promptName, promptVersion, '[]', '[]', input IS NOT NULL, output IS NOT NULL, createdAt, updatedAt, metadata
FROM observations_before;
INSERT INTO observation_content SELECT rowid, input, output FROM observations_before
  WHERE input IS NOT NULL OR output IS NOT NULL;
DROP TABLE observations_before;

CREATE INDEX observations_by_time ON observations (projectId, startTime DESC, traceId DESC, id DESC);
CREATE INDEX observations_by_session ON observations (projectId, sessionId) WHERE sessionId IS NOT NULL;
CREATE INDEX roots_by_time ON observations (projectId, startTime DESC, traceId DESC, id DESC) WHERE isRoot = 1;
CREATE INDEX experiment_spans ON observation_experiments (projectId, experimentId, startTime);
CREATE TRIGGER observation_deleted AFTER DELETE ON observations BEGIN
  DELETE FROM observation_content WHERE seq = old.seq;
  DELETE FROM observation_experiments WHERE seq = old.seq;
END;
CREATE INDEX experiment_traces ON observation_experiments (projectId, traceId);
`;
