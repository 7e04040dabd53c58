import { type RequestIssue, invalidParameter, invalidRequest, namedError } from "../http/http-errors.ts";
import { parseIsoTime } from "../http/iso-time.ts";
import { type JsonObject, isObject, parseJson } from "../http/json.ts";
import { storedId } from "../http/stored-ids.ts";
import { MAX_CONDITIONS, MAX_LEVELS } from "./filter-condition.ts";
import type { FilterColumns } from "./filter-columns.ts";
import { readFilter } from "./filter-text.ts";
import { unknownKeys } from "./known-keys.ts";

/** Operator that compares with a number or a time. */
export type Comparison = ">" | "<" | ">=" | "<=";

/** Operator that compares with a text. */
export type TextOperator = "=" | "contains" | "does not contain" | "starts with" | "ends with" | "matches";

/**
 * Condition of a filter. A list of conditions is met when each is met. A missing value meets no condition but `is null`, also none
 * that says what it is not (`does not contain`, `none of`, `<>`); a missing text meets `= ""` as well. A text that is empty is missing,
 * except in metadata. A list always is there: an empty one meets `none of`. `checkFilters` narrows `Column` from any text to the
 * columns that a query has.
 */
export type Filter<Column extends string = string> = { column: Column } & (
  | { type: "datetime"; operator: Comparison; value: number }
  | { type: "string"; operator: TextOperator; value: string }
  | { type: "number"; operator: Comparison | "="; value: number }
  | { type: "stringOptions"; operator: "any of" | "none of"; value: string[] }
  | { type: "categoryOptions"; operator: "any of" | "none of"; key: string; value: string[] }
  | { type: "arrayOptions"; operator: "any of" | "none of" | "all of"; value: string[] }
  | { type: "stringObject"; operator: TextOperator; key: string; value: string }
  | { type: "numberObject"; operator: Comparison | "="; key: string; value: number }
  | { type: "booleanObject"; operator: "=" | "<>"; key: string; value: boolean }
  | { type: "boolean"; operator: "=" | "<>"; value: boolean }
  | { type: "null"; operator: "is null" | "is not null" }
);

export type FilterType = Filter["type"];

/**
 * Condition, or group of terms: `any` is met when one of them is, `all` when each is, `not` when not each is. `not` knows no missing
 * values: what does not meet its terms meets it.
 */
export type FilterNode<Column extends string = string> =
  | Filter<Column>
  | { type: (typeof GROUPS)[number]; filters: Array<FilterNode<Column>> };

const GROUPS = ["any", "all", "not"] as const;

/** Returns all conditions of terms, in groups or not. */
export function conditionsIn<Column extends string>(terms: ReadonlyArray<FilterNode<Column>>): Array<Filter<Column>> {
  return terms.flatMap((term) => ("filters" in term ? conditionsIn(term.filters) : term));
}

interface Kind {
  operators: readonly string[];
  /** Returns the value to keep, or undefined for a value that cannot be used. */
  read: (value: unknown) => unknown;
  expected: string;
  hasKey?: boolean;
}

const COMPARISONS = [">", "<", ">=", "<="];
const TEXT_OPERATORS = ["=", "contains", "does not contain", "starts with", "ends with", "matches"];

const text = (value: unknown): unknown => (typeof value === "string" ? value : undefined);
const number = (value: unknown): unknown => (Number.isFinite(value) ? value : undefined);
const boolean = (value: unknown): unknown => (typeof value === "boolean" ? value : undefined);
const time = (value: unknown): unknown => (typeof value === "string" ? parseIsoTime(value) : undefined);
const options = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string") ? value : undefined;

const OPTIONS = { read: options, expected: "a list of at least one text" };

/** Kinds of conditions, each with its operators and values. */
const KINDS: Readonly<Record<FilterType, Kind>> = {
  datetime: { operators: COMPARISONS, read: time, expected: "an ISO 8601 date and time" },
  string: { operators: TEXT_OPERATORS, read: text, expected: "a text" },
  number: { operators: ["=", ...COMPARISONS], read: number, expected: "a number" },
  stringOptions: { operators: ["any of", "none of"], ...OPTIONS },
  categoryOptions: { operators: ["any of", "none of"], ...OPTIONS, hasKey: true },
  arrayOptions: { operators: ["any of", "none of", "all of"], ...OPTIONS },
  stringObject: { operators: TEXT_OPERATORS, read: text, expected: "a text", hasKey: true },
  numberObject: { operators: ["=", ...COMPARISONS], read: number, expected: "a number", hasKey: true },
  booleanObject: { operators: ["=", "<>"], read: boolean, expected: "true or false", hasKey: true },
  boolean: { operators: ["=", "<>"], read: boolean, expected: "true or false" },
  null: { operators: ["is null", "is not null"], read: () => "", expected: "an empty text" },
};

const KEYS = ["type", "column", "operator", "value"];

/** Condition kind that is accepted and ignored: the position of an observation in its trace. */
const IGNORED = "positionInTrace";

/** Reads a filter in the language of the page, such as `level = ERROR or latency > 2`. Throws a 400 that says where it ends to be one. */
export function parseWhere(text: string, columns: FilterColumns): FilterNode[] {
  if (text.trim() === "") return [];
  const { terms, problem } = readFilter(text, columns);
  if (problem !== undefined) throw invalidParameter("where", `${problem.message}, at character ${problem.at + 1}`);
  return parseFilters(terms, ["where"]);
}

/** Reads the text of a `filter` parameter: a JSON list of conditions. Throws a 400 that names each unusable condition. */
export function parseFilterText(json: string): FilterNode[] {
  const list = parseJson(json);
  if (list === undefined)
    throw namedError("InvalidRequestError", "Invalid JSON in filter: a list of conditions is expected");
  return parseFilters(list, ["filter"]);
}

/**
 * Reads a list of conditions and groups of them. Throws a 400 that names each unusable condition. `path` is the place of the list in the
 * request.
 */
export function parseFilters(list: unknown, path: Array<string | number>): FilterNode[] {
  const issues: RequestIssue[] = [];
  const filters = parseList(list, path, issues, 0);
  if (conditionsIn(filters).length > MAX_CONDITIONS) issues.push(listIssue(path));
  if (issues.length > 0) throw invalidRequest(issues);
  return filters;
}

function listIssue(path: Array<string | number>): RequestIssue {
  return { code: "invalid_type", message: `a list of at most ${MAX_CONDITIONS} conditions is expected`, path };
}

function parseList(list: unknown, path: Array<string | number>, issues: RequestIssue[], level: number): FilterNode[] {
  if (!Array.isArray(list) || list.length > MAX_CONDITIONS || level > MAX_LEVELS) {
    issues.push(listIssue(path));
    return [];
  }
  return list.flatMap((entry: unknown, index) => {
    if (isObject(entry) && entry["type"] === IGNORED) return [];
    const place = [...path, index];
    const group = GROUPS.find((type) => isObject(entry) && entry["type"] === type);
    if (group === undefined) return parseOne(entry, place, issues) ?? [];
    const { filters } = entry as { filters: unknown };
    issues.push(...unknownKeys(entry as JsonObject, ["type", "filters"], place));
    const inner = parseList(filters, [...place, "filters"], issues, level + 1);
    if (inner.length === 0)
      issues.push({ code: "invalid_value", message: "filters: a condition is expected", path: place });
    return { type: group, filters: inner };
  });
}

/** Columns with ids of traces and observations. */
const ID_COLUMNS: ReadonlySet<string> = new Set(["id", "traceId", "observationId", "parentObservationId"]);

/** Returns the value of a condition as it is stored: ids may be written in upper case. */
function asStored(column: string, value: unknown): unknown {
  if (!ID_COLUMNS.has(column)) return value;
  if (Array.isArray(value)) return value.map((id: string) => storedId(id));
  return typeof value === "string" ? storedId(value) : value;
}

function parseOne(entry: unknown, path: Array<string | number>, issues: RequestIssue[]): Filter | undefined {
  const found = issues.length;
  const issue = (field: string, message: string): void => {
    issues.push({ code: "invalid_value", message: `${field}: ${message}`, path: [...path, field] });
  };
  if (!isObject(entry)) {
    issues.push({ code: "invalid_type", message: "an object is expected", path });
    return undefined;
  }
  const { type, column, operator, key, value } = entry;
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type as FilterType] : undefined;
  if (kind === undefined) {
    issue("type", `one of ${Object.keys(KINDS).join(", ")} is expected`);
    return undefined;
  }
  const read = kind.read(value);
  if (typeof column !== "string") issue("column", "a text is expected");
  if (!kind.operators.includes(operator as string))
    issue("operator", `one of ${kind.operators.join(", ")} is expected`);
  if (read === undefined) issue("value", `${kind.expected} is expected`);
  if (kind.hasKey && typeof key !== "string") issue("key", "a text is expected");
  issues.push(...unknownKeys(entry, kind.hasKey ? [...KEYS, "key"] : KEYS, path));
  if (issues.length > found) return undefined;
  return { type, column, operator, value: asStored(column as string, read), ...(kind.hasKey && { key }) } as Filter;
}
