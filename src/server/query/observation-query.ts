import { type Cursor, readCursor } from "../http/cursor.ts";
import { invalidParameter } from "../http/http-errors.ts";
import { parseIsoTime } from "../http/iso-time.ts";
import { textOrJson } from "../http/json.ts";
import type { ReadParameters } from "../http/request-validation.ts";
import { splitList } from "../http/split-list.ts";
import { type FieldSelection, selectGroups } from "../observations/observation-fields.ts";
import { checkFilters } from "./filter-check.ts";
import { type Filter, type FilterNode, conditionsIn, parseFilterText, parseWhere } from "./filter-syntax.ts";
import { OBSERVATION_FILTER_COLUMNS, type ObservationFilterColumn } from "./observation-filter-columns.ts";

export interface ObservationQuery {
  selection: FieldSelection;
  /** Conditions that an observation has to meet, all of them. */
  filters: Array<FilterNode<ObservationFilterColumn>>;
  cursor: Cursor | undefined;
  /** Most observations in the answer. */
  limit: number;
}

/** One page of observations. The last page has no cursor. */
export interface ObservationPage {
  data: Array<Record<string, unknown>>;
  meta: { cursor?: string };
}

/** Times of the first and the last start of observations, ISO 8601. */
export interface StartTimes {
  first: string;
  last: string;
}

/** Returns the filter for the value of one parameter. */
type ReadFilter = (value: unknown) => Filter<ObservationFilterColumn>;

const equals =
  (column: ObservationFilterColumn): ReadFilter =>
  (value) => ({ type: "string", column, operator: "=", value: String(value) });

const time =
  (operator: ">=" | "<"): ReadFilter =>
  (value) => ({ type: "datetime", column: "startTime", operator, value: parseIsoTime(String(value)) ?? 0 });

/** Query parameters that narrow a read, each with its filter. */
const PARAMETERS: Readonly<Record<string, ReadFilter>> = {
  traceId: equals("traceId"),
  name: equals("name"),
  type: equals("type"),
  userId: equals("userId"),
  sessionId: equals("sessionId"),
  version: equals("version"),
  level: equals("level"),
  parentObservationId: (value) =>
    value === ""
      ? { type: "null", column: "parentObservationId", operator: "is null" }
      : equals("parentObservationId")(value),
  isRootObservation: (value) => ({
    type: "boolean",
    column: "isRootObservation",
    operator: "=",
    value: value === true,
  }),
  environment: (value) => ({
    type: "stringOptions",
    column: "environment",
    operator: "any of",
    value: [value].flat().map(String),
  }),
  fromStartTime: time(">="),
  toStartTime: time("<"),
};

/**
 * Reads the query parameters of `GET /api/public/v2/observations`, which match the API document. `filter` wins over the other
 * parameters on the same column. `where`, a filter as text, is of this service only. Throws a 400 for errors that the document cannot express.
 */
export function readObservationQuery(parameters: ReadParameters): ObservationQuery {
  const text = (name: string): string => textOrJson(parameters[name]);
  if (parameters["parseIoAsJson"] === true) {
    throw invalidParameter("parseIoAsJson", "input and output are given as text; only false is accepted");
  }
  const plain = Object.entries(PARAMETERS)
    .filter(([name]) => parameters[name] !== undefined)
    .map(([name, read]) => read(parameters[name]));
  const filters: FilterNode[] = text("filter") === "" ? [] : parseFilterText(text("filter"));
  checkFilters(filters, OBSERVATION_FILTER_COLUMNS);
  const where: FilterNode[] = parseWhere(text("where"), OBSERVATION_FILTER_COLUMNS);
  checkFilters(where, OBSERVATION_FILTER_COLUMNS);
  const columns = new Set<string>(conditionsIn(filters).map(({ column }) => column));
  return {
    selection: { groups: selectGroups(text("fields")), expandMetadata: new Set(splitList(text("expandMetadata"))) },
    filters: [...filters, ...where, ...plain.filter(({ column }) => !columns.has(column))],
    cursor: readCursor(text("cursor")),
    limit: Number(parameters["limit"]),
  };
}
