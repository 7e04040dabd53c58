import { cursorTime, readCursorFields, writeCursor } from "../http/cursor.ts";
import { type RequestIssue, invalidParameter, invalidRequest } from "../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../http/iso-time.ts";
import type { ReadParameters } from "../http/request-validation.ts";
import { splitList } from "../http/split-list.ts";
import type { ScoreGroup } from "../resources/scores.ts";
import type { FilterColumns } from "./filter-columns.ts";
import type { Comparison, Filter } from "./filter-syntax.ts";

export interface ScoreQuery {
  groups: ReadonlySet<ScoreGroup>;
  /** Conditions that a score has to meet, all of them. */
  filters: Array<Filter<ScoreColumn>>;
  /** Numbers of which the value of a score has to be one: 1 and 0 for true and false. Empty for any value. */
  values: readonly number[];
  cursor: ScoreCursor | undefined;
  /** Most scores in the answer. */
  limit: number;
}

/** Last score of a page. The next page starts after it. */
export interface ScoreCursor {
  /** Milliseconds since 1970. */
  timestamp: number;
  id: string;
}

/** One page of scores. The last page has no cursor. */
export interface ScorePage {
  data: Array<Record<string, unknown>>;
  meta: { limit: number; cursor?: string };
}

const GROUPS: readonly ScoreGroup[] = ["details", "subject", "annotation", "history"];

const COLUMNS = {
  id: "text",
  name: "text",
  environment: "text",
  configId: "text",
  queueId: "text",
  authorUserId: "text",
  traceId: "text",
  sessionId: "text",
  observationId: "text",
  datasetRunId: "text",
  source: "text",
  dataType: "text",
  stringValue: "text",
  value: "number",
  timestamp: "time",
} as const;

/** Name of a column by which scores can be filtered. */
export type ScoreColumn = keyof typeof COLUMNS;

/** Columns by which scores can be filtered. */
export const SCORE_FILTER_COLUMNS: FilterColumns<ScoreColumn> = COLUMNS;

/** Parameters that are lists of alternatives, each with its column. */
const LISTS: ReadonlyArray<[parameter: string, column: ScoreColumn]> = [
  ["id", "id"],
  ["name", "name"],
  ["environment", "environment"],
  ["configId", "configId"],
  ["queueId", "queueId"],
  ["authorUserId", "authorUserId"],
  ["traceId", "traceId"],
  ["sessionId", "sessionId"],
  ["observationId", "observationId"],
  ["experimentId", "datasetRunId"],
];

/** Parameters that are lists of words of the API, in upper or lower case, each with its words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  source: ["API", "ANNOTATION", "EVAL"],
  dataType: ["NUMERIC", "BOOLEAN", "CATEGORICAL", "TEXT", "CORRECTION"],
};

const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ["true", 1],
  ["1", 1],
  ["false", 0],
  ["0", 0],
]);

/**
 * Data types whose values a query can ask for, each with a function that reads a value. It returns undefined for a text that is
 * no value of the type.
 */
const VALUES: Readonly<Record<string, (text: string) => string | number | undefined>> = {
  NUMERIC: readNumber,
  BOOLEAN: (text) => BOOLEANS.get(text.toLowerCase()),
  CATEGORICAL: (text) => text,
};

/** Reads query parameters that match the API document. Throws a 400 for errors that the document cannot express. */
export function readScoreQuery(parameters: ReadParameters): ScoreQuery {
  const list = (name: string): string[] => splitList(String(parameters[name] ?? ""));
  const dataTypes = readWords("dataType", list("dataType"));
  const issues = [...crossIssues(parameters, list, dataTypes)];
  if (issues.length > 0) throw invalidRequest(issues);
  const values = readValues(list("value"), dataTypes);
  return {
    groups: readGroups(list("fields")),
    filters: [
      ...LISTS.flatMap(([name, column]) => anyOf(column, list(name))),
      ...anyOf("source", readWords("source", list("source"))),
      ...anyOf("dataType", dataTypes),
      ...anyOf(
        "stringValue",
        values.filter((value) => typeof value === "string"),
      ),
      ...bound("number", "value", ">=", numberOf(parameters["valueMin"])),
      ...bound("number", "value", "<=", numberOf(parameters["valueMax"])),
      ...bound("datetime", "timestamp", ">=", timeOf(parameters["fromTimestamp"])),
      ...bound("datetime", "timestamp", "<", timeOf(parameters["toTimestamp"])),
    ],
    values: values.filter((value) => typeof value === "number"),
    cursor: readScoreCursor(String(parameters["cursor"] ?? "")),
    limit: Number(parameters["limit"]),
  };
}

/** Returns the cursor that continues after a score. */
export function scoreCursorAfter({ timestamp, id }: ScoreCursor): string {
  return writeCursor({ v: 1, lastTimestamp: isoTime(timestamp), lastId: id });
}

function readScoreCursor(cursor: string): ScoreCursor | undefined {
  const fields = readCursorFields(cursor, ["lastTimestamp", "lastId"]);
  return fields && { timestamp: cursorTime(fields.lastTimestamp), id: fields.lastId };
}

function* crossIssues(
  parameters: ReadParameters,
  list: (name: string) => string[],
  dataTypes: readonly string[],
): Generator<RequestIssue> {
  const only = dataTypes.length === 1 ? dataTypes[0] : undefined;
  if (list("value").length > 0 && (only === undefined || !(only in VALUES))) {
    yield issue("value", `needs one dataType of ${Object.keys(VALUES).join(", ")}`);
  }
  for (const name of ["valueMin", "valueMax"]) {
    if (parameters[name] !== undefined && only !== "NUMERIC") yield issue(name, "needs dataType=NUMERIC");
  }
  if (list("observationId").length > 0 && list("traceId").length === 0) yield issue("observationId", "needs traceId");
  const subjects = ["traceId", "sessionId", "experimentId"].filter((name) => list(name).length > 0);
  for (const name of subjects.slice(1)) yield issue(name, `cannot be combined with ${subjects[0]}`);
}

function readWords(name: string, given: readonly string[]): string[] {
  const known = WORDS[name] ?? [];
  const words = given.map((word) => word.toUpperCase());
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0) throw invalidParameter(name, `there is no ${unknown.join(", ")}; use ${known.join(", ")}`);
  return words;
}

function readGroups(named: readonly string[]): ReadonlySet<ScoreGroup> {
  const unknown = named.filter((name) => name !== "core" && !isGroup(name));
  if (unknown.length > 0) {
    throw invalidParameter("fields", `there is no ${unknown.join(", ")}; groups are core, ${GROUPS.join(", ")}`);
  }
  return new Set(named.filter(isGroup));
}

function isGroup(name: string): name is ScoreGroup {
  return GROUPS.some((group) => group === name);
}

function readValues(texts: readonly string[], [dataType = ""]: readonly string[]): Array<string | number> {
  const read = VALUES[dataType];
  if (read === undefined) return [];
  return texts.map((text) => {
    const value = read(text);
    if (value === undefined) throw invalidParameter("value", `"${text}" is no value of a ${dataType} score`);
    return value;
  });
}

function anyOf(column: ScoreColumn, value: string[]): Array<Filter<ScoreColumn>> {
  return value.length === 0 ? [] : [{ type: "stringOptions", column, operator: "any of", value }];
}

function bound(
  type: "number" | "datetime",
  column: ScoreColumn,
  operator: Comparison,
  value: number | undefined,
): Array<Filter<ScoreColumn>> {
  return value === undefined ? [] : [{ type, column, operator, value }];
}

function numberOf(value: ReadParameters[string]): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function timeOf(value: ReadParameters[string]): number | undefined {
  return value === undefined ? undefined : parseIsoTime(String(value));
}

function readNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function issue(name: string, message: string): RequestIssue {
  return { code: "invalid_value", message: `${name}: ${message}`, path: [name] };
}
