import { isoTime } from "../http/iso-time.ts";
import { parseContent } from "../http/json.ts";
import type { ExperimentRecord, ObservationRecord } from "../observations/observation-record.ts";
import type { ExperimentCursor } from "./experiment-query.ts";

/** Experiment as storage reads it: all its spans in the time window. */
export interface ExperimentRow {
  id: string;
  name: string | null;
  description: string | null;
  datasetId: string | null;
  metadata: string | null;
  startTime: number;
  endTime: number;
  latest: number;
  itemCount: number;
}

/** Root span of an item. Input and output are missing unless the query asks for them. */
export type ItemRow = ExperimentRecord &
  Pick<ObservationRecord, "level" | "environment" | "metadata"> &
  Partial<Pick<ObservationRecord, "input" | "output">>;

/** Returns an experiment as the API shows it. `scores` reads its scores, when they were asked for. */
export function experimentFields(
  row: ExperimentRow,
  groups: ReadonlySet<string>,
  scores: (row: ExperimentRow) => unknown,
): Record<string, unknown> {
  const { id, description, itemCount, datasetId, startTime, endTime } = row;
  return {
    id,
    name: row.name ?? id,
    description,
    startTime: isoTime(startTime),
    endTime: isoTime(Math.max(endTime, startTime)),
    itemCount,
    datasetId,
    ...(groups.has("metadata") && { metadata: row.metadata === null ? null : parseContent(row.metadata) }),
    ...(groups.has("scores") && { scores: scores(row) }),
  };
}

/** Returns the position of an item in the list. */
export function placeOf({ startTime, traceId, spanId, experimentId }: ItemRow): ExperimentCursor {
  return { time: startTime, traceId, id: spanId, experimentId };
}

/** Returns an item as the API shows it. `scores` reads its scores, when they were asked for. */
export function itemFields(
  row: ItemRow,
  groups: ReadonlySet<string>,
  scores: (row: ItemRow) => unknown,
): Record<string, unknown> {
  const version = row.experimentItemVersion;
  return {
    id: row.spanId,
    traceId: row.traceId,
    startTime: isoTime(row.startTime),
    endTime: isoTime(row.endTime),
    level: row.level,
    environment: row.environment,
    experimentId: row.experimentId,
    experimentName: row.experimentName ?? row.experimentId,
    experimentItemId: row.experimentItemId,
    ...(groups.has("dataset") && {
      experimentDatasetId: row.experimentDatasetId,
      experimentItemVersion: version === null ? null : isoTime(version),
    }),
    ...(groups.has("io") && {
      input: row.input,
      output: row.output,
      expectedOutput: row.experimentItemExpectedOutput,
    }),
    ...(groups.has("metadata") && { metadata: objectOrNull(row.metadata) }),
    ...(groups.has("itemMetadata") && { experimentItemMetadata: objectOrNull(row.experimentItemMetadata) }),
    ...(groups.has("experimentMetadata") && {
      experimentMetadata: objectOrNull(row.experimentMetadata),
      experimentDescription: row.experimentDescription,
    }),
    ...(groups.has("scores") && { scores: scores(row) }),
  };
}

function objectOrNull(json: string | null): unknown {
  return json === null ? null : parseContent(json);
}
