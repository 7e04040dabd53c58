import type { Statement } from "../storage/records.ts";
import { type Sql, columnsSql, joinSql, nameSql, sql, valuesSql } from "../storage/sqlite/sql.ts";

/** Data type of a score. */
export type ScoreDataType = "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT" | "CORRECTION";

/** Score as stored. Times are milliseconds since 1970. */
export interface Score {
  id: string;
  name: string;
  dataType: ScoreDataType;
  /** Origin of the score: a program or a person. */
  source: string;
  /** Numeric value: 1 or 0 for a `BOOLEAN`, the number of the category for a `CATEGORICAL`. */
  value: number | null;
  stringValue: string | null;
  timestamp: number;
  environment: string;
  traceId: string | null;
  observationId: string | null;
  sessionId: string | null;
  datasetRunId: string | null;
  configId: string | null;
  queueId: string | null;
  authorUserId: string | null;
  comment: string | null;
  metadata: Record<string, unknown>;
}

/** Groups of optional fields that a reader can request. */
export type ScoreGroup = "details" | "subject" | "annotation";

/** Columns that every read of scores returns. */
type CoreColumn = (typeof CORE)[number] | (typeof TIMES)[number];

/** Row of `scores`. Metadata is JSON text. Columns of groups that a read left out are missing. */
export type ScoreRow = Pick<StoredScore, CoreColumn> & Partial<Omit<StoredScore, CoreColumn>>;

/** Score with all its columns. Metadata is JSON text. */
export type StoredScore = Omit<Score, "metadata"> & {
  projectId: string;
  metadata: string;
  createdAt: number;
  updatedAt: number;
};

const CORE = [
  "id",
  "projectId",
  "name",
  "dataType",
  "source",
  "value",
  "stringValue",
  "timestamp",
  "environment",
] as const;
const TIMES = ["createdAt", "updatedAt"] as const;
const GROUPS: Readonly<Record<ScoreGroup, ReadonlyArray<keyof StoredScore>>> = {
  details: ["comment", "configId", "metadata"],
  subject: ["traceId", "observationId", "sessionId", "datasetRunId"],
  annotation: ["authorUserId", "queueId"],
};
/** Names of all columns of a score. */
export const SCORE_COLUMN_NAMES: ReadonlyArray<keyof StoredScore> = [
  ...CORE,
  ...Object.values(GROUPS).flat(),
  ...TIMES,
];

/** All columns of a score. */
export const SCORE_COLUMNS: Sql = columnsSql(SCORE_COLUMN_NAMES);

const REPLACEMENTS = joinSql(
  SCORE_COLUMN_NAMES.filter((column) => column !== "createdAt").map(
    (column) => sql`${nameSql(column)} = excluded.${nameSql(column)}`,
  ),
  ", ",
);

/** Builds the statement that stores a score, or replaces the score with its id. */
export function upsertScore(projectId: string, score: Score, now: number): Statement {
  return putScore(storedScore(projectId, score, now));
}

/** Builds the statement that stores a score as it is, or replaces the score with its id, which keeps the time of its creation. */
export function putScore(row: StoredScore): Statement {
  const values = valuesSql(SCORE_COLUMN_NAMES.map((column) => row[column]));
  return sql`INSERT INTO scores (${SCORE_COLUMNS}) VALUES (${values})
    ON CONFLICT (projectId, id) DO UPDATE SET ${REPLACEMENTS}`;
}

/** Returns a new score with all its columns. */
export function storedScore(projectId: string, score: Score, now: number): StoredScore {
  return { ...score, projectId, metadata: JSON.stringify(score.metadata), createdAt: now, updatedAt: now };
}

/** Builds the statement that deletes the score with this id. */
export function deleteScore(projectId: string, id: string): Statement {
  return sql`DELETE FROM scores WHERE projectId = ${projectId} AND id = ${id}`;
}

/** Returns the columns that a read of scores with these groups needs. */
export function scoreColumns(groups: ReadonlySet<ScoreGroup>): string[] {
  return [...CORE, ...[...groups].flatMap((group) => GROUPS[group]), ...TIMES];
}
