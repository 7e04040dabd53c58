import type { ColumnKind } from "../../query/filter-columns.ts";
import { OBSERVATION_FILTER_COLUMNS, type ObservationFilterColumn } from "../../query/observation-filter-columns.ts";

/** Condition in the filter language of the API. A filter is a list of conditions, each of which must be met. */
export interface FilterCondition {
  readonly type: string;
  readonly column: string;
  readonly operator: string;
  readonly key?: string;
  readonly value: string | number | boolean | readonly string[];
}

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

export function columnNamed(name: string): ObservationFilterColumn | undefined {
  return FILTER_COLUMNS.find((column) => column === name);
}

export function comparisonsOf(column: ObservationFilterColumn): readonly Comparison[] {
  return COMPARISONS[OBSERVATION_FILTER_COLUMNS[column]];
}

/** Returns true for a column whose conditions name a key. */
export function hasKey(column: ObservationFilterColumn): boolean {
  return KEYED.has(OBSERVATION_FILTER_COLUMNS[column]);
}
