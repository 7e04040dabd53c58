import type { DatabaseSync } from "node:sqlite";
import { readRows } from "../storage/sqlite/read-rows.ts";
import { EXPERIMENT_COLUMNS, OBSERVATION_COLUMNS } from "./observation-columns.ts";
import type { ExperimentRecord, ObservationRecord } from "./observation-record.ts";

const CHUNK = 100;

/** Yields all observations of a project with content and experiment, in the order of arrival, in chunks. */
export function* readInOrder(database: DatabaseSync, projectId: string): Generator<ObservationRecord[]> {
  const observations = database.prepare(
    `SELECT o.seq, ${OBSERVATION_COLUMNS.map((column) => `o.${column}`).join(", ")}, c.input, c.output
    FROM observations o LEFT JOIN observation_content c ON c.seq = o.seq
    WHERE o.projectId = ? AND o.seq > ? ORDER BY o.seq LIMIT ${CHUNK}`,
  );
  const experiment = database.prepare(
    `SELECT ${EXPERIMENT_COLUMNS.join(", ")} FROM observation_experiments WHERE seq = ?`,
  );
  for (let last = 0; ;) {
    const rows = readRows(observations, projectId, last);
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.["seq"]);
    yield rows.map((row) => {
      const observation = row as unknown as ObservationRecord;
      observation.experiment = (experiment.get(row["seq"] ?? 0) as unknown as ExperimentRecord | undefined) ?? null;
      return observation;
    });
  }
}
