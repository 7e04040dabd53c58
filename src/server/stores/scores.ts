import { isoTime } from "../iso-time.ts";
import type { Row } from "../records.ts";

/** What a score is about: the first of these that it names. */
export function scoreSubject(row: Row): Record<string, unknown> {
  const { datasetRunId, observationId, sessionId, traceId } = row;
  if (datasetRunId !== null) return { kind: "experiment", id: datasetRunId };
  if (observationId !== null) return { kind: "observation", id: observationId, traceId };
  if (sessionId !== null) return { kind: "session", id: sessionId };
  return { kind: "trace", id: traceId };
}

/** The fields that every answer with a score has. */
export function scoreCore(row: Row): Record<string, unknown> {
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

/** A score as it stands within another record: what it is and what it is about. */
export function embeddedScore(row: Row): Record<string, unknown> {
  return { ...scoreCore(row), subject: scoreSubject(row) };
}

/** A number, true or false, or a text, by the data type. */
function scoreValue({ dataType, value, stringValue }: Row): unknown {
  if (dataType === "NUMERIC") return value;
  return dataType === "BOOLEAN" ? value === 1 : stringValue;
}
