import { cursorTime, readCursorFields, writeCursor } from "../http/cursor.ts";
import { invalidParameter } from "../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../http/iso-time.ts";
import { textOf } from "../http/json.ts";
import type { ReadParameters } from "../http/request-validation.ts";
import { splitList } from "../observations/observation-fields.ts";
import { checkFilters } from "./filter-check.ts";
import { type Filter, parseFilterText } from "./filter-syntax.ts";
import type { FilterColumn } from "./observation-filter-columns.ts";

/** What one read of experiments or of their items asks for. */
export interface ExperimentQuery {
  groups: ReadonlySet<string>;
  filters: Filter[];
  cursor: ExperimentCursor | undefined;
  /** Most rows in the answer. */
  limit: number;
  /** Most scores of each row. */
  scoreLimit: number;
  /** Milliseconds since 1970. */
  from: number;
  /** Milliseconds since 1970; null for no end. */
  to: number | null;
}

/** The last row of a page: the next page starts behind it. */
export interface ExperimentCursor {
  time: number;
  traceId: string;
  id: string;
  experimentId: string;
}

/** One page; without a cursor it is the last. */
export interface ExperimentPage {
  data: Array<Record<string, unknown>>;
  meta: { cursor?: string };
}

const text = (sql: string): FilterColumn => ({ kind: "text", sql });

/** What can be asked for: by query parameters, each a list of alternatives, and by filters; and what is given. */
export interface ExperimentList {
  columns: Readonly<Record<string, FilterColumn>>;
  groups: readonly string[];
  defaultGroups: readonly string[];
}

/** Experiments. */
export const EXPERIMENTS: ExperimentList = {
  columns: {
    id: text("e.experimentId"),
    name: text("e.experimentName"),
    datasetId: text("e.experimentDatasetId"),
  },
  groups: ["core", "metadata", "scores"],
  defaultGroups: ["core"],
};

/** Items of experiments. */
export const EXPERIMENT_ITEMS: ExperimentList = {
  columns: {
    experimentId: text("e.experimentId"),
    experimentName: text("e.experimentName"),
    experimentItemId: text("e.experimentItemId"),
    datasetId: text("e.experimentDatasetId"),
  },
  groups: ["core", "dataset", "io", "metadata", "itemMetadata", "experimentMetadata", "scores"],
  defaultGroups: ["core", "dataset"],
};

/** Reads the query parameters, which are as the API document says. Throws a 400 for what the document cannot say. */
export function readExperimentQuery(parameters: ReadParameters, list: ExperimentList): ExperimentQuery {
  const value = (name: string): string => textOf(parameters[name]);
  const filters = value("filter") === "" ? [] : parseFilterText(value("filter"));
  checkFilters(filters, list.columns);
  for (const column of Object.keys(list.columns)) {
    const options = splitList(value(column));
    if (options.length > 0) filters.push({ type: "stringOptions", column, operator: "any of", value: options });
  }
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

function readGroups(fields: string, { groups, defaultGroups }: ExperimentList): ReadonlySet<string> {
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

/** The cursor that continues behind a row. */
export function experimentCursorAfter({ time, traceId, id, experimentId }: ExperimentCursor): string {
  return writeCursor({
    v: 1,
    lastTime: isoTime(time),
    lastTraceId: traceId,
    lastId: id,
    lastExperimentId: experimentId,
  });
}
