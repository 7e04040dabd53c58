import type { Statement } from "../storage/records.ts";
import { type Sql, columnsSql, joinSql, nameSql, sql, valuesSql } from "../storage/sql.ts";
import { HISTORY_AFTER } from "./score-history.ts";
import { MAY_REPLACE, type ScoreWriter } from "./score-writers.ts";

export type ScoreDataType = "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT" | "CORRECTION";

/** Score as stored. Times are milliseconds since 1970. */
export interface Score extends ScoreWriter {
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
  /** Member whose judgement it is; null for a score that no person gave. */
  authorUserId: string | null;
  comment: string | null;
  metadata: Record<string, unknown>;
}

/** Groups of optional fields that a reader can request. */
export type ScoreGroup = "details" | "subject" | "annotation" | "history";

/** Outcome of a score that was to be stored. Refused: its writer may not replace the score with its id. */
export type ScoreOutcome = "created" | "replaced" | "refused";

type CoreColumn = (typeof CORE)[number] | (typeof TIMES)[number];

/** Row of `scores`. Metadata is JSON text. Columns of groups that a read left out are missing. */
export type ScoreRow = Pick<StoredScore, CoreColumn> & Partial<Omit<StoredScore, CoreColumn>>;

/** Score with all its columns. Metadata is JSON text. */
export type StoredScore = Omit<Score, "metadata"> & {
  projectId: string;
  metadata: string;
  /** Replaced values as JSON, the latest first; null when nothing was replaced. */
  history: string | null;
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
  history: ["writerKind", "writerId", "history"],
};
export const SCORE_COLUMN_NAMES: ReadonlyArray<keyof StoredScore> = [
  ...CORE,
  ...Object.values(GROUPS).flat(),
  ...TIMES,
];

export const SCORE_COLUMNS: Sql = columnsSql(SCORE_COLUMN_NAMES);

/** Columns that a score takes over from the one that replaces it. */
const REPLACED = SCORE_COLUMN_NAMES.filter((column) => column !== "createdAt");

/** Columns of a replaced score whose new value is not that of the new row. */
const OWN_VALUES: Partial<Record<keyof StoredScore, Sql>> = {
  history: HISTORY_AFTER,
  // Always after the creation, which tells a replaced score from a new one.
  updatedAt: sql`max(excluded.updatedAt, scores.updatedAt + 1)`,
};

/** Makes the statement for the columns of a row. */
type ScoreStatement = (row: StoredScore) => Statement;

const NO_VALUES = valuesSql(SCORE_COLUMN_NAMES.map(() => null));
const INSERTION = sql`INSERT INTO scores (${SCORE_COLUMNS}) VALUES (${NO_VALUES}) ON CONFLICT (projectId, id)`;
const REPLACEMENTS = joinSql(
  REPLACED.map((column) => replacement(column, OWN_VALUES[column])),
  ", ",
);
const ALL_REPLACED = joinSql(
  REPLACED.map((column) => replacement(column)),
  ", ",
);
const UPSERT = statementOf(
  sql`${INSERTION} DO UPDATE SET ${REPLACEMENTS} WHERE ${MAY_REPLACE} RETURNING createdAt < updatedAt AS isReplaced`,
);
const PUT = statementOf(sql`${INSERTION} DO UPDATE SET ${ALL_REPLACED}`);

/**
 * Builds the statement that stores a score. It replaces the score with its id if its writer may do so, and keeps the replaced value in its
 * history. Its row has `isReplaced`, 1 or 0; it has none when the writer may not replace the score.
 */
export function upsertScore(projectId: string, score: Score, now: number): Statement {
  return UPSERT(storedScore(projectId, score, now));
}

/** Builds the statement that stores a score as it is, or replaces the score with its id, which keeps the time of its creation. */
export function putScore(row: StoredScore): Statement {
  return PUT(row);
}

/**
 * Returns the function that puts the columns of a row into a statement whose first values are null. The text is built once: to build it
 * takes longer than to store a score.
 */
function statementOf({ sql: text, values }: Sql): ScoreStatement {
  const others = values.slice(SCORE_COLUMN_NAMES.length);
  // A row of an older export lacks the columns that were added since.
  return (row) => ({ sql: text, values: [...SCORE_COLUMN_NAMES.map((column) => row[column] ?? null), ...others] });
}

function replacement(column: keyof StoredScore, value: Sql = sql`excluded.${nameSql(column)}`): Sql {
  return sql`${nameSql(column)} = ${value}`;
}

/** Returns a new score with all its columns. */
export function storedScore(projectId: string, score: Score, now: number): StoredScore {
  return {
    ...score,
    projectId,
    metadata: JSON.stringify(score.metadata),
    history: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Builds the statement that deletes the score with this id. */
export function deleteScore(projectId: string, id: string): Statement {
  return sql`DELETE FROM scores WHERE projectId = ${projectId} AND id = ${id}`;
}

/** Returns the columns that a read of scores with these groups needs. */
export function scoreColumns(groups: ReadonlySet<ScoreGroup>): string[] {
  return [...CORE, ...[...groups].flatMap((group) => GROUPS[group]), ...TIMES];
}
