import { cursorTime, readCursorFields, writeCursor } from "../http/cursor.ts";
import { invalidParameter } from "../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../http/iso-time.ts";
import { textOrJson } from "../http/json.ts";
import type { ReadParameters } from "../http/request-validation.ts";
import { splitList } from "../http/split-list.ts";
import type { ScoreDataType } from "../resources/scores.ts";
import { checkFilters } from "./filter-check.ts";
import type { FilterColumns } from "./filter-columns.ts";
import { type FilterNode, parseFilterText } from "./filter-syntax.ts";

/** Query for experiments, or for their items. */
export interface ExperimentQuery<Column extends string> {
  groups: ReadonlySet<string>;
  filters: Array<FilterNode<Column>>;
  cursor: ExperimentCursor | undefined;
  /** Most rows in the answer. */
  limit: number;
  /** Most scores in each row. */
  scoreLimit: number;
  /** Start of the time window, in milliseconds since 1970. */
  from: number;
  /** End of the time window, in milliseconds since 1970; null for no end. */
  to: number | null;
}

/** Position of the last row of a page. The next page starts after it. */
export interface ExperimentCursor {
  time: number;
  traceId: string;
  id: string;
  experimentId: string;
}

/** One page of rows. The last page has no cursor. */
export interface ExperimentPage {
  data: Array<Record<string, unknown>>;
  meta: { cursor?: string };
}

/** Average of the scores of one name over the items of an experiment. Several scores of an item count as their average. */
export interface ScoreAverage {
  name: string;
  dataType: ScoreDataType;
  /** Mean of the values, where true is 1 and false 0; null for texts. */
  mean: number | null;
  /** Number of items that have the score. */
  count: number;
}

/** Totals of an experiment over all its items. */
export interface ExperimentTotals {
  experimentId: string;
  /** Number of different items. */
  items: number;
  /** Number of items whose task failed. */
  failed: number;
  /** Median of the items' latencies, in milliseconds; null without items. */
  medianLatency: number | null;
  /** Latency that 95 of 100 items stay below, in milliseconds; null without items. */
  highLatency: number | null;
  /** USD, of the items without their judging. */
  cost: number;
  tokens: number;
  /** USD, of the evaluators of items and of the run. */
  judgingCost: number;
  judgingTokens: number;
  scores: ScoreAverage[];
}

export type ExperimentColumn = "id" | "name" | "datasetId";

export type ExperimentItemColumn = "experimentId" | "experimentName" | "experimentItemId" | "datasetId";

/**
 * Columns and field groups of a list. Each column is a query parameter, which takes alternatives, and can be used in filters.
 */
export interface ExperimentList<Column extends string> {
  columns: FilterColumns<Column>;
  groups: readonly string[];
  defaultGroups: readonly string[];
}

export const EXPERIMENTS: ExperimentList<ExperimentColumn> = {
  columns: { id: "text", name: "text", datasetId: "text" },
  groups: ["core", "metadata", "scores"],
  defaultGroups: ["core"],
};

export const EXPERIMENT_ITEMS: ExperimentList<ExperimentItemColumn> = {
  columns: { experimentId: "text", experimentName: "text", experimentItemId: "text", datasetId: "text" },
  groups: ["core", "dataset", "io", "metadata", "itemMetadata", "experimentMetadata", "scores"],
  defaultGroups: ["core", "dataset"],
};

/** Reads query parameters that match the API document. Throws a 400 for errors that the document cannot express. */
export function readExperimentQuery<Column extends string>(
  parameters: ReadParameters,
  list: ExperimentList<Column>,
): ExperimentQuery<Column> {
  const value = (name: string): string => textOrJson(parameters[name]);
  const filters: FilterNode[] = value("filter") === "" ? [] : parseFilterText(value("filter"));
  for (const column of Object.keys(list.columns)) {
    const options = splitList(value(column));
    if (options.length > 0) filters.push({ type: "stringOptions", column, operator: "any of", value: options });
  }
  checkFilters(filters, list.columns);
  return {
    groups: readGroups(value("fields"), list),
    filters,
    cursor: readExperimentCursor(value("cursor")),
    limit: Number(parameters["limit"]),
    scoreLimit: Number(parameters["scoreLimit"]),
    from: parseIsoTime(value("fromStartTime")) ?? 0,
    to: parseIsoTime(value("toStartTime")) ?? null,
  };
}

function readGroups(fields: string, { groups, defaultGroups }: ExperimentList<string>): ReadonlySet<string> {
  const named = splitList(fields);
  const unknown = named.filter((name) => !groups.includes(name));
  if (unknown.length > 0) {
    throw invalidParameter("fields", `there is no ${unknown.join(", ")}; groups are ${groups.join(", ")}`);
  }
  return new Set(["core", ...(named.length > 0 ? named : defaultGroups)]);
}

function readExperimentCursor(cursor: string): ExperimentCursor | undefined {
  const fields = readCursorFields(cursor, ["lastTime", "lastTraceId", "lastId", "lastExperimentId"]);
  if (fields === undefined) return undefined;
  const { lastTime, lastTraceId, lastId, lastExperimentId } = fields;
  return { time: cursorTime(lastTime), traceId: lastTraceId, id: lastId, experimentId: lastExperimentId };
}

/** Returns the cursor that continues after a row. */
export function experimentCursorAfter({ time, traceId, id, experimentId }: ExperimentCursor): string {
  return writeCursor({
    v: 1,
    lastTime: isoTime(time),
    lastTraceId: traceId,
    lastId: id,
    lastExperimentId: experimentId,
  });
}
