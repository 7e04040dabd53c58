import { type Cursor, readCursor } from "./cursor.ts";
import { checkFilters } from "./filter-check.ts";
import { type Filter, parseFilterText } from "./filter-syntax.ts";
import { type RequestIssue, invalidRequest } from "./http-errors.ts";
import { parseIsoTime } from "./iso-time.ts";
import { type FieldSelection, selectGroups, splitList } from "./observation-fields.ts";
import { OBSERVATION_FILTER_COLUMNS } from "./observation-filter-columns.ts";
import { OBSERVATION_LEVELS } from "./observation-level.ts";
import { readInteger } from "./paging.ts";

/** What one read of observations asks for. */
export interface ObservationQuery {
  selection: FieldSelection;
  /** Conditions, each of which an observation meets. */
  filters: Filter[];
  cursor: Cursor | undefined;
  /** Most observations in the answer. */
  limit: number;
}

/** One page of observations; without a cursor it is the last. */
export interface ObservationPage {
  data: Array<Record<string, unknown>>;
  meta: { cursor?: string };
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

/** Gives the condition for the values of one parameter, or says what the value should have been. */
type ReadFilter = (values: [string, ...string[]]) => Filter | string;

const equals =
  (column: string): ReadFilter =>
  ([value]) => ({ type: "string", column, operator: "=", value });

const time =
  (operator: ">=" | "<"): ReadFilter =>
  ([text]) => {
    const value = parseIsoTime(text);
    return value === undefined
      ? "an ISO 8601 date and time is expected"
      : { type: "datetime", column: "startTime", operator, value };
  };

/** The query parameters that narrow a read: each stands for a filter. */
const PARAMETERS: Readonly<Record<string, ReadFilter>> = {
  traceId: equals("traceId"),
  name: equals("name"),
  type: equals("type"),
  userId: equals("userId"),
  sessionId: equals("sessionId"),
  version: equals("version"),
  level: (values) =>
    OBSERVATION_LEVELS.some((level) => level === values[0])
      ? equals("level")(values)
      : `one of ${OBSERVATION_LEVELS.join(", ")} is expected`,
  parentObservationId: (values) =>
    values[0] === ""
      ? { type: "null", column: "parentObservationId", operator: "is null" }
      : equals("parentObservationId")(values),
  isRootObservation: ([value]) =>
    value === "true" || value === "false"
      ? { type: "boolean", column: "isRootObservation", operator: "=", value: value === "true" }
      : "true or false is expected",
  environment: (value) => ({ type: "stringOptions", column: "environment", operator: "any of", value }),
  fromStartTime: time(">="),
  toStartTime: time("<"),
};

/**
 * Reads the query parameters of `GET /api/public/v2/observations`. Unknown parameters are passed over; `filter` wins over the
 * other parameters on the same column. Throws an answer with status 400 that names every parameter that cannot be used.
 */
export function readObservationQuery(parameters: Readonly<Record<string, string[]>>): ObservationQuery {
  const issues: RequestIssue[] = [];
  const issue = (name: string, message: string): void => {
    issues.push({ code: "invalid_value", message: `${name}: ${message}`, path: [name] });
  };
  const one = (name: string): string | undefined => parameters[name]?.[0];

  if (one("parseIoAsJson") && one("parseIoAsJson") !== "false") {
    issue("parseIoAsJson", "input and output are given as text; only false is accepted");
  }
  const limit = readInteger(parameters, "limit", 0, MAX_LIMIT, DEFAULT_LIMIT, issues);
  const cursorText = one("cursor");
  const cursor = cursorText ? readCursor(cursorText) : undefined;
  if (cursorText && !cursor) issue("cursor", "pass on meta.cursor of the page before, unchanged");

  const plain: Filter[] = [];
  for (const [name, read] of Object.entries(PARAMETERS)) {
    const [first, ...rest] = parameters[name] ?? [];
    if (first === undefined) continue;
    const filter = read([first, ...rest]);
    if (typeof filter === "string") issue(name, filter);
    else plain.push(filter);
  }
  if (issues.length > 0) throw invalidRequest(issues);

  const filterText = one("filter");
  const filters = filterText ? parseFilterText(filterText) : [];
  checkFilters(filters, OBSERVATION_FILTER_COLUMNS);
  const columns = new Set(filters.map(({ column }) => column));

  const groups = selectGroups(parameters["fields"]?.join(","));
  const expandMetadata = new Set(splitList(parameters["expandMetadata"]?.join(",")));
  return {
    selection: { groups, expandMetadata },
    filters: [...filters, ...plain.filter(({ column }) => !columns.has(column))],
    cursor,
    limit,
  };
}
