import type { SQLInputValue } from "node:sqlite";
import { isoTime } from "../http/iso-time.ts";
import { parseJson } from "../http/json.ts";
import type { RecordReader, Row, Statement } from "../storage/records.ts";
import type { Condition } from "../storage/sql-condition.ts";

/** What the value of a score is. */
export type ScoreDataType = "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT" | "CORRECTION";

/** A score as it is stored. Times are milliseconds since 1970. */
export interface Score {
  id: string;
  name: string;
  dataType: ScoreDataType;
  /** Who gave it: a program or a person. */
  source: string;
  /** The number; 1 or 0 of a `BOOLEAN`, that of the category of a `CATEGORICAL`. */
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

/** The fields beyond the core that a reader can ask for. */
export type ScoreGroup = "details" | "subject" | "annotation";

const CORE = ["id", "projectId", "name", "dataType", "source", "value", "stringValue", "timestamp", "environment"];
const TIMES = ["createdAt", "updatedAt"];
const GROUPS: Readonly<Record<ScoreGroup, readonly string[]>> = {
  details: ["comment", "configId", "metadata"],
  subject: ["traceId", "observationId", "sessionId", "datasetRunId"],
  annotation: ["authorUserId", "queueId"],
};
const WRITTEN = [...CORE, ...Object.values(GROUPS).flat(), ...TIMES];

const UPSERT = `INSERT INTO scores (${WRITTEN.join(", ")}) VALUES (${WRITTEN.map(() => "?").join(", ")})
  ON CONFLICT (projectId, id) DO UPDATE SET ${WRITTEN.filter((column) => column !== "createdAt")
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}`;

/** Stores a score in place of the one with its id. */
export function upsertScore(projectId: string, score: Score, now: number): Statement {
  const row: Record<string, SQLInputValue> = {
    ...score,
    projectId,
    metadata: JSON.stringify(score.metadata),
    createdAt: now,
    updatedAt: now,
  };
  return { sql: UPSERT, values: WRITTEN.map((column) => row[column] ?? null) };
}

/** Removes the score with this id. */
export function deleteScore(projectId: string, id: string): Statement {
  return { sql: "DELETE FROM scores WHERE projectId = ? AND id = ?", values: [projectId, id] };
}

/** The latest scores for which every condition holds, at most `limit`. Only columns of the groups are read. */
export function listScores(
  records: RecordReader,
  projectId: string,
  conditions: readonly Condition[],
  groups: ReadonlySet<ScoreGroup>,
  limit: number,
): Row[] {
  const columns = [...CORE, ...[...groups].flatMap((group) => GROUPS[group]), ...TIMES];
  const where = ["projectId = ?", ...conditions.map(({ sql }) => sql)].join(" AND ");
  return records.all(
    `SELECT ${columns.join(", ")} FROM scores WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`,
    projectId,
    ...conditions.flatMap(({ values }) => values),
    limit,
  );
}

/** A score with the groups that were asked for. */
export function scoreFields(row: Row, groups: ReadonlySet<ScoreGroup>): Record<string, unknown> {
  const { comment, configId, authorUserId, queueId } = row;
  return {
    ...scoreCore(row),
    ...(groups.has("details") && { comment, configId, metadata: parseJson(String(row["metadata"])) }),
    ...(groups.has("subject") && { subject: scoreSubject(row) }),
    ...(groups.has("annotation") && { authorUserId, queueId }),
  };
}

/** A score as it stands within another record: what it is and what it is about. */
export function embeddedScore(row: Row): Record<string, unknown> {
  return scoreFields(row, new Set(["subject"]));
}

/** What a score is about: the first of these that it names. */
function scoreSubject({ datasetRunId, observationId, sessionId, traceId }: Row): Record<string, unknown> {
  if (datasetRunId !== null) return { kind: "experiment", id: datasetRunId };
  if (observationId !== null) return { kind: "observation", id: observationId, traceId };
  if (sessionId !== null) return { kind: "session", id: sessionId };
  return { kind: "trace", id: traceId };
}

/** The fields that every answer with a score has. */
function scoreCore(row: Row): Record<string, unknown> {
  const { id, projectId, name, source, environment, dataType } = row;
  return {
    id,
    projectId,
    name,
    value: scoreValue(row),
    dataType,
    source,
    timestamp: isoTime(Number(row["timestamp"])),
    environment,
    createdAt: isoTime(Number(row["createdAt"])),
    updatedAt: isoTime(Number(row["updatedAt"])),
  };
}

/** A number, true or false, or a text, by the data type. */
function scoreValue({ dataType, value, stringValue }: Row): unknown {
  if (dataType === "NUMERIC") return value;
  return dataType === "BOOLEAN" ? value === 1 : stringValue;
}
