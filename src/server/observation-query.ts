import { type Cursor, readCursor } from "./cursor.ts";
import { type RequestIssue, invalidRequest, namedError } from "./http-errors.ts";
import { type FieldSelection, selectGroups, splitList } from "./observation-fields.ts";
import { OBSERVATION_LEVELS } from "./observation-level.ts";

/** A condition on observations: SQL with a place for each value. */
export interface Condition {
  sql: string;
  values: Array<string | number>;
  /** True when few observations meet it, so that they are better found first and put in order afterwards. */
  isSelective?: boolean;
}

/** What one read of observations asks for. */
export interface ObservationQuery {
  selection: FieldSelection;
  conditions: Condition[];
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

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Gives the condition for the values of one parameter, or says what the value should have been. */
type ReadCondition = (values: [string, ...string[]]) => Condition | string;

const equals =
  (column: string, isSelective: boolean = false): ReadCondition =>
  ([value]) => ({ sql: `o.${column} = ?`, values: [value], isSelective });

const time =
  (comparison: string): ReadCondition =>
  ([value]) => {
    const milliseconds = ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(milliseconds)
      ? "an ISO 8601 date and time is expected"
      : { sql: `o.startTime ${comparison} ?`, values: [milliseconds] };
  };

/** The query parameters that narrow a read. */
const CONDITIONS: Readonly<Record<string, ReadCondition>> = {
  traceId: equals("traceId", true),
  name: equals("name"),
  type: equals("type"),
  userId: equals("userId"),
  sessionId: equals("sessionId", true),
  version: equals("version"),
  level: (values) =>
    OBSERVATION_LEVELS.some((level) => level === values[0])
      ? equals("level")(values)
      : `one of ${OBSERVATION_LEVELS.join(", ")} is expected`,
  parentObservationId: ([value]) =>
    value === ""
      ? { sql: "o.parentObservationId IS NULL", values: [] }
      : { sql: "o.parentObservationId = ?", values: [value] },
  isRootObservation: ([value]) =>
    value === "true" || value === "false"
      ? { sql: `o.isRoot = ${value === "true" ? 1 : 0}`, values: [] }
      : "true or false is expected",
  environment: (values) => ({ sql: `o.environment IN (${values.map(() => "?").join(", ")})`, values }),
  fromStartTime: time(">="),
  toStartTime: time("<"),
};

/**
 * Reads the query parameters of `GET /api/public/v2/observations`. Unknown parameters are passed over.
 * Throws an answer with status 400 that names every parameter that cannot be used, 501 for `filter`.
 */
export function readObservationQuery(parameters: Readonly<Record<string, string[]>>): ObservationQuery {
  const issues: RequestIssue[] = [];
  const issue = (name: string, message: string): void => {
    issues.push({ code: "invalid_value", message: `${name}: ${message}`, path: [name] });
  };
  const one = (name: string): string | undefined => parameters[name]?.[0];

  if (one("filter")) {
    throw namedError(
      "NotImplementedError",
      "filter: this service does not evaluate filters yet. Use the single query parameters, such as traceId or name.",
    );
  }
  if (one("parseIoAsJson") && one("parseIoAsJson") !== "false") {
    issue("parseIoAsJson", "input and output are given as text; only false is accepted");
  }

  const limit = Number(one("limit") || DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT) {
    issue("limit", `an integer from 0 to ${MAX_LIMIT} is expected`);
  }

  const cursorText = one("cursor");
  const cursor = cursorText ? readCursor(cursorText) : undefined;
  if (cursorText && !cursor) issue("cursor", "pass on meta.cursor of the page before, unchanged");

  const conditions: Condition[] = [];
  for (const [name, read] of Object.entries(CONDITIONS)) {
    const [first, ...rest] = parameters[name] ?? [];
    if (first === undefined) continue;
    const condition = read([first, ...rest]);
    if (typeof condition === "string") issue(name, condition);
    else conditions.push(condition);
  }
  if (issues.length > 0) throw invalidRequest(issues);

  const groups = selectGroups(parameters["fields"]?.join(","));
  const expandMetadata = new Set(splitList(parameters["expandMetadata"]?.join(",")));
  return { selection: { groups, expandMetadata }, conditions, cursor, limit };
}
