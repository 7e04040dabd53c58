import { cursorTime, readCursorFields, writeCursor } from "../http/cursor.ts";
import { type RequestIssue, invalidParameter, invalidRequest } from "../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../http/iso-time.ts";
import type { ReadParameters } from "../http/request-validation.ts";
import { splitList } from "../observations/observation-fields.ts";
import type { Row } from "../storage/records.ts";
import type { Condition } from "../storage/sql-condition.ts";
import type { ScoreGroup } from "../stores/scores.ts";

/** Query for scores. */
export interface ScoreQuery {
  groups: ReadonlySet<ScoreGroup>;
  conditions: Condition[];
  /** Most scores in the answer. */
  limit: number;
}

/** One page of scores. The last page has no cursor. */
export interface ScorePage {
  data: Array<Record<string, unknown>>;
  meta: { limit: number; cursor?: string };
}

const GROUPS: readonly ScoreGroup[] = ["details", "subject", "annotation"];

/** Parameters that are lists of alternatives, each with its column. */
const LISTS: Readonly<Record<string, string>> = {
  id: "id",
  name: "name",
  environment: "environment",
  configId: "configId",
  queueId: "queueId",
  authorUserId: "authorUserId",
  traceId: "traceId",
  sessionId: "sessionId",
  observationId: "observationId",
  experimentId: "datasetRunId",
};

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

/** Data types whose values a query can ask for. `read` returns undefined for a text that is no value of the type. */
const VALUES: Readonly<Record<string, { column: string; read: (text: string) => string | number | undefined }>> = {
  NUMERIC: { column: "value", read: readNumber },
  BOOLEAN: { column: "value", read: (text) => BOOLEANS.get(text.toLowerCase()) },
  CATEGORICAL: { column: "stringValue", read: (text) => text },
};

/** Reads query parameters that match the API document. Throws a 400 for errors that the document cannot express. */
export function readScoreQuery(parameters: ReadParameters): ScoreQuery {
  const list = (name: string): string[] => splitList(String(parameters[name] ?? ""));
  const dataTypes = readWords("dataType", list("dataType"));
  const issues = [...crossIssues(parameters, list, dataTypes)];
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    groups: readGroups(list("fields")),
    conditions: [
      ...Object.entries(LISTS).map(([name, column]) => anyOf(column, list(name))),
      anyOf("source", readWords("source", list("source"))),
      anyOf("dataType", dataTypes),
      ...valueConditions(list("value"), dataTypes),
      ...bound("value >= ?", parameters["valueMin"]),
      ...bound("value <= ?", parameters["valueMax"]),
      ...bound("timestamp >= ?", moment(parameters["fromTimestamp"])),
      ...bound("timestamp < ?", moment(parameters["toTimestamp"])),
      ...behind(String(parameters["cursor"] ?? "")),
    ].filter((condition) => condition !== undefined),
    limit: Number(parameters["limit"]),
  };
}

/** Returns the cursor that continues after a score. */
export function scoreCursorAfter(row: Row): string {
  return writeCursor({ v: 1, lastTimestamp: isoTime(Number(row["timestamp"])), lastId: String(row["id"]) });
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

function valueConditions(texts: readonly string[], [dataType = ""]: readonly string[]): Array<Condition | undefined> {
  const type = VALUES[dataType];
  if (type === undefined || texts.length === 0) return [];
  const values = texts.map((text) => {
    const value = type.read(text);
    if (value === undefined) throw invalidParameter("value", `"${text}" is no value of a ${dataType} score`);
    return value;
  });
  return [anyOf(type.column, values)];
}

function anyOf(column: string, options: ReadonlyArray<string | number>): Condition | undefined {
  const [first, ...others] = options;
  if (first === undefined) return undefined;
  if (others.length === 0) return { sql: `${column} = ?`, values: [first] };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(options)] };
}

function bound(sql: string, value: ReadParameters[string]): Condition[] {
  return value === undefined ? [] : [{ sql, values: [Number(value)] }];
}

function moment(value: ReadParameters[string]): number | undefined {
  return value === undefined ? undefined : parseIsoTime(String(value));
}

function behind(cursor: string): Condition[] {
  const fields = readCursorFields(cursor, ["lastTimestamp", "lastId"]);
  if (fields === undefined) return [];
  return [{ sql: "(timestamp, id) < (?, ?)", values: [cursorTime(fields.lastTimestamp), fields.lastId] }];
}

function readNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function issue(name: string, message: string): RequestIssue {
  return { code: "invalid_value", message: `${name}: ${message}`, path: [name] };
}
