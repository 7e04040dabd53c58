import type { ColumnKind, FilterColumns } from "./filter-columns.ts";
import { OBSERVATION_FILTER_COLUMNS, type ObservationFilterColumn } from "./observation-filter-columns.ts";

/** Most conditions of one filter. */
export const MAX_CONDITIONS = 100;

/** Most levels of groups within groups in one filter. */
export const MAX_LEVELS = 20;

/** Condition in the filter language of the API. */
export interface FilterCondition {
  readonly type: string;
  readonly column: string;
  readonly operator: string;
  readonly key?: string;
  readonly value: string | number | boolean | readonly string[];
}

/**
 * Group of terms: met when any or all of them are, or when not all of them are. `not` is met wherever its terms are not: also by an
 * observation whose value is missing.
 */
export interface FilterGroup {
  readonly type: "any" | "all" | "not";
  readonly filters: readonly FilterTerm[];
}

/** Condition, or group of them. A filter is a list of terms, each of which must be met. */
export type FilterTerm = FilterCondition | FilterGroup;

/** Operators of a column, with the type of their conditions and the form of their value. */
export interface Comparison {
  readonly type: string;
  readonly operators: readonly string[];
  readonly value: "text" | "number" | "list" | "boolean" | "time" | "none";
}

const TEXT_OPERATORS = ["=", "contains", "does not contain", "starts with", "ends with"];
const ORDER = [">", ">=", "<", "<="];
const NUMBER_OPERATORS = [...ORDER, "="];

const OPTIONS = { operators: ["any of", "none of"], value: "list" } as const;
const PRESENCE: Comparison = { type: "null", operators: ["is null", "is not null"], value: "none" };

/** Comparisons that each kind of column takes. */
const COMPARISONS: Readonly<Record<ColumnKind, readonly Comparison[]>> = {
  text: [{ type: "string", operators: TEXT_OPERATORS, value: "text" }, { type: "stringOptions", ...OPTIONS }, PRESENCE],
  content: [{ type: "string", operators: ["matches", "=", "contains", "does not contain"], value: "text" }],
  number: [{ type: "number", operators: NUMBER_OPERATORS, value: "number" }, PRESENCE],
  time: [{ type: "datetime", operators: ORDER, value: "time" }],
  boolean: [{ type: "boolean", operators: ["=", "<>"], value: "boolean" }],
  list: [{ type: "arrayOptions", operators: ["any of", "all of", "none of"], value: "list" }, PRESENCE],
  metadata: [
    { type: "stringObject", operators: TEXT_OPERATORS, value: "text" },
    { type: "numberObject", operators: ORDER, value: "number" },
    { type: "categoryOptions", ...OPTIONS },
  ],
  numbersByKey: [{ type: "numberObject", operators: NUMBER_OPERATORS, value: "number" }],
  categoriesByKey: [{ type: "categoryOptions", ...OPTIONS }],
  booleansByKey: [{ type: "booleanObject", operators: ["=", "<>"], value: "boolean" }],
};

/** Kinds of columns whose conditions name a key. */
const KEYED: ReadonlySet<ColumnKind> = new Set(["metadata", "numbersByKey", "categoriesByKey", "booleansByKey"]);

const FIRST: readonly ObservationFilterColumn[] = [
  "name",
  "traceName",
  "type",
  "level",
  "statusMessage",
  "providedModelName",
  "userId",
  "sessionId",
  "tags",
  "environment",
  "release",
  "version",
  "content",
  "input",
  "output",
  "metadata",
  "latency",
  "timeToFirstToken",
  "totalTokens",
  "totalCost",
  "promptName",
  "calledToolNames",
  "scores",
  "trace_scores_avg",
];

/** Columns of a filter, in the order in which they are offered. */
export const FILTER_COLUMNS: readonly ObservationFilterColumn[] = [
  ...new Set([...FIRST, ...(Object.keys(OBSERVATION_FILTER_COLUMNS) as ObservationFilterColumn[])]),
];

/** Returns the comparisons that a column takes. */
export function comparisonsOf(columns: FilterColumns, column: string): readonly Comparison[] {
  const kind = Object.hasOwn(columns, column) ? columns[column] : undefined;
  return kind === undefined ? [] : COMPARISONS[kind];
}

/** Returns true for a column whose conditions name a key. */
export function hasKey(columns: FilterColumns, column: string): boolean {
  const kind = Object.hasOwn(columns, column) ? columns[column] : undefined;
  return kind !== undefined && KEYED.has(kind);
}
