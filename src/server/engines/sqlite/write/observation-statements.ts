import {
  EXPERIMENT_COLUMNS,
  OBSERVATION_COLUMNS,
  type ObservationColumn,
} from "../../../observations/observation-columns.ts";

/** Key of an observation. A span id is unique within its trace only. */
const KEY: readonly ObservationColumn[] = ["projectId", "traceId", "id"];

/** Columns that stay when a span arrives again. */
const KEPT: ReadonlySet<ObservationColumn> = new Set([...KEY, "createdAt"]);

const places = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

const INSERT = `INSERT INTO observations (${OBSERVATION_COLUMNS.join(", ")})
VALUES (${places(OBSERVATION_COLUMNS.length)}) ON CONFLICT (${KEY.join(", ")})`;

/**
 * Statement that stores a new observation, and changes nothing when the span is stored already. It returns no row: SQLite opens a
 * savepoint for each statement that writes and returns rows, and the full-text index writes itself to the file at each savepoint.
 */
export const INSERT_OBSERVATION: string = `${INSERT} DO NOTHING`;

/**
 * Statement that replaces the observation of a span that arrives again. It keeps its number, which the statement returns. Changes and
 * returns nothing when a later state is stored: one that has ended, of a span that has not, or one with a later end.
 */
export const REPLACE_OBSERVATION: string = `${INSERT} DO UPDATE SET
  ${OBSERVATION_COLUMNS.filter((column) => !KEPT.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}
WHERE excluded.isOpen < observations.isOpen
  OR (excluded.isOpen = observations.isOpen AND (excluded.isOpen = 1 OR excluded.endTime >= observations.endTime))
RETURNING seq`;

/** Statement that stores the experiment fields of the observation with that number. */
export const PUT_EXPERIMENT: string = `
INSERT OR REPLACE INTO observation_experiments (seq, ${EXPERIMENT_COLUMNS.join(", ")})
VALUES (${places(EXPERIMENT_COLUMNS.length + 1)})`;
