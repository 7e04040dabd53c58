import {
  EXPERIMENT_COLUMNS,
  OBSERVATION_COLUMNS,
  type ObservationColumn,
} from "../../observations/observation-columns.ts";

/** Key of an observation. A span id is unique within its trace only. */
const KEY: readonly ObservationColumn[] = ["projectId", "traceId", "id"];

/** Columns that stay when a span arrives again. */
const KEPT: ReadonlySet<ObservationColumn> = new Set([...KEY, "createdAt"]);

const places = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

/** Statement that stores one observation and returns its number. The same span again replaces it and keeps the number. */
export const UPSERT_OBSERVATION: string = `
INSERT INTO observations (${OBSERVATION_COLUMNS.join(", ")}) VALUES (${places(OBSERVATION_COLUMNS.length)})
ON CONFLICT (${KEY.join(", ")}) DO UPDATE SET
  ${OBSERVATION_COLUMNS.filter((column) => !KEPT.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}
RETURNING seq`;

/** Statement that stores the experiment fields of the observation with that number. */
export const PUT_EXPERIMENT: string = `
INSERT OR REPLACE INTO observation_experiments (seq, ${EXPERIMENT_COLUMNS.join(", ")})
VALUES (${places(EXPERIMENT_COLUMNS.length + 1)})`;
