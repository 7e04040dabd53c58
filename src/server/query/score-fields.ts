import { isoTime } from "../http/iso-time.ts";
import { parseContent } from "../http/json.ts";
import { type ReplacedValue, readHistory } from "../resources/score-history.ts";
import type { ScoreWriter } from "../resources/score-writers.ts";
import type { ScoreGroup, ScoreRow } from "../resources/scores.ts";

/** Returns the fields of a score with the requested groups. */
export function scoreFields(row: ScoreRow, groups: ReadonlySet<ScoreGroup>): Record<string, unknown> {
  const { comment, configId, authorUserId, queueId } = row;
  return {
    ...scoreCore(row),
    ...(groups.has("details") && { comment, configId, metadata: parseContent(row.metadata ?? "{}") }),
    ...(groups.has("subject") && { subject: scoreSubject(row) }),
    ...(groups.has("annotation") && { authorUserId, queueId }),
    ...(groups.has("history") && { writtenBy: writtenBy(row), history: readHistory(row.history).map(replacedValue) }),
  };
}

/** Returns who wrote a score; null for a score of a service that did not keep it. */
function writtenBy({ writerKind, writerId }: Partial<ScoreWriter>): Record<string, unknown> | null {
  return writerKind == null ? null : { kind: writerKind, id: writerId };
}

function replacedValue(replaced: ReplacedValue): Record<string, unknown> {
  const { name, dataType, comment, source, authorUserId } = replaced;
  return {
    name,
    value: scoreValue(replaced),
    dataType,
    comment,
    source,
    authorUserId,
    writtenBy: writtenBy(replaced),
    timestamp: isoTime(replaced.timestamp),
    replacedAt: isoTime(replaced.replacedAt),
  };
}

/** Returns the fields of a score inside another record: the core fields and the subject. */
export function embeddedScore(row: ScoreRow): Record<string, unknown> {
  return scoreFields(row, new Set(["subject"]));
}

/** Returns the subject of a score: the first of experiment, observation, session and trace that the score names. */
function scoreSubject({ datasetRunId, observationId, sessionId, traceId }: ScoreRow): Record<string, unknown> {
  if (datasetRunId != null) return { kind: "experiment", id: datasetRunId };
  if (observationId != null) return { kind: "observation", id: observationId, traceId };
  if (sessionId != null) return { kind: "session", id: sessionId };
  return { kind: "trace", id: traceId };
}

/** Returns the fields that every answer with a score has. */
function scoreCore(row: ScoreRow): Record<string, unknown> {
  const { id, projectId, name, source, environment, dataType } = row;
  return {
    id,
    projectId,
    name,
    value: scoreValue(row),
    dataType,
    source,
    timestamp: isoTime(row.timestamp),
    environment,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

/** Returns the value of a score: a number, a boolean, or text, depending on the data type. */
function scoreValue({
  dataType,
  value,
  stringValue,
}: Pick<ReplacedValue, "dataType" | "value" | "stringValue">): unknown {
  if (dataType === "NUMERIC") return value;
  return dataType === "BOOLEAN" ? value === 1 : stringValue;
}
