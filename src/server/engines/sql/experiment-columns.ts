import { type ExperimentRow, type ItemRow, placeOf } from "../../query/experiment-fields.ts";
import {
  EXPERIMENTS,
  EXPERIMENT_ITEMS,
  type ExperimentColumn,
  type ExperimentItemColumn,
  experimentCursorAfter,
} from "../../query/experiment-query.ts";
import { sql } from "../../storage/sql.ts";
import type { SqlColumns } from "./filter-condition.ts";

const [experimentId, experimentName, datasetId] = [
  sql`e.experimentId`,
  sql`e.experimentName`,
  sql`e.experimentDatasetId`,
];

/** Columns by which experiments can be filtered, of the spans `e` of experiments. */
export const EXPERIMENT_COLUMNS: SqlColumns<ExperimentColumn> = {
  kinds: EXPERIMENTS.columns,
  sql: { id: experimentId, name: experimentName, datasetId },
};

/** Columns by which items of experiments can be filtered. */
export const EXPERIMENT_ITEM_COLUMNS: SqlColumns<ExperimentItemColumn> = {
  kinds: EXPERIMENT_ITEMS.columns,
  sql: { experimentId, experimentName, experimentItemId: sql`e.experimentItemId`, datasetId },
};

/** Returns the cursor that continues after an experiment. */
export function cursorAfterExperiment({ latest, id }: ExperimentRow): string {
  return experimentCursorAfter({ time: latest, traceId: "", id: "", experimentId: id });
}

/** Returns the cursor that continues after an item. */
export function cursorAfterItem(row: ItemRow): string {
  return experimentCursorAfter(placeOf(row));
}
