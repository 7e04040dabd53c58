import type { ObservationRecord } from "./observation-record.ts";

/** Raised with every change of the tables. */
export const SCHEMA_VERSION = 1;

/** The columns of an observation and what they hold. */
const COLUMN_TYPES = {
  projectId: "TEXT NOT NULL",
  traceId: "TEXT NOT NULL",
  id: "TEXT NOT NULL",
  parentObservationId: "TEXT",
  type: "TEXT NOT NULL",
  name: "TEXT NOT NULL",
  startTime: "INTEGER NOT NULL",
  endTime: "INTEGER NOT NULL",
  environment: "TEXT NOT NULL",
  level: "TEXT NOT NULL",
  statusMessage: "TEXT",
  version: "TEXT",
  release: "TEXT",
  userId: "TEXT",
  sessionId: "TEXT",
  traceName: "TEXT",
  tags: "TEXT NOT NULL",
  public: "INTEGER NOT NULL",
  bookmarked: "INTEGER NOT NULL",
  isRoot: "INTEGER NOT NULL",
  completionStartTime: "INTEGER",
  input: "TEXT",
  output: "TEXT",
  metadata: "TEXT NOT NULL",
  model: "TEXT",
  modelParameters: "TEXT",
  usageDetails: "TEXT NOT NULL",
  costDetails: "TEXT NOT NULL",
  totalCost: "REAL",
  promptName: "TEXT",
  promptVersion: "INTEGER",
  createdAt: "INTEGER NOT NULL",
  updatedAt: "INTEGER NOT NULL",
} satisfies Record<keyof ObservationRecord, string>;

/** The columns of an observation, in the order in which {@link UPSERT_OBSERVATION} takes their values. */
export const OBSERVATION_COLUMNS: ReadonlyArray<keyof ObservationRecord> = Object.keys(COLUMN_TYPES) as Array<
  keyof ObservationRecord
>;

/** A span id is unique within its trace only. */
const KEY: ReadonlyArray<keyof ObservationRecord> = ["projectId", "traceId", "id"];

/** What stays when a span arrives again. */
const KEPT: ReadonlySet<keyof ObservationRecord> = new Set([...KEY, "createdAt"]);

/** Makes the tables of an empty database; changes nothing where they are. */
export const SCHEMA: string = `
CREATE TABLE IF NOT EXISTS observations (
  ${Object.entries(COLUMN_TYPES)
    .map(([column, type]) => `${column} ${type}`)
    .join(", ")},
  PRIMARY KEY (${KEY.join(", ")})
);
CREATE INDEX IF NOT EXISTS observations_by_time ON observations (projectId, startTime DESC, traceId DESC, id DESC);
CREATE INDEX IF NOT EXISTS observations_by_session ON observations (projectId, sessionId) WHERE sessionId IS NOT NULL;
CREATE INDEX IF NOT EXISTS roots_by_time ON observations (projectId, startTime DESC, traceId DESC, id DESC) WHERE isRoot = 1;
`;

/** Stores one observation; the same span again replaces it. */
export const UPSERT_OBSERVATION: string = `
INSERT INTO observations (${OBSERVATION_COLUMNS.join(", ")})
VALUES (${OBSERVATION_COLUMNS.map(() => "?").join(", ")})
ON CONFLICT (${KEY.join(", ")}) DO UPDATE SET
  ${OBSERVATION_COLUMNS.filter((column) => !KEPT.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}`;
