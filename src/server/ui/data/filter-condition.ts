import { OBSERVATION_FILTER_COLUMNS } from "../../query/observation-filter-columns.ts";

/** Condition in the filter language of the API. A filter is a list of conditions, each of which must be met. */
export interface FilterCondition {
  readonly type: string;
  readonly column: string;
  readonly operator: string;
  readonly key?: string;
  readonly value: string | number | boolean | readonly string[];
}

/** Form in which a column takes conditions. */
export interface ConditionForm {
  readonly type: string;
  readonly operators: readonly string[];
  /** Returns the value of what was typed, or undefined when it cannot be used. */
  readonly read: (typed: string) => FilterCondition["value"] | undefined;
  /** True when the condition names a key of the column. */
  readonly hasKey?: boolean;
}

const TEXT_OPERATORS = ["=", "contains", "does not contain", "starts with", "ends with"];
const NUMBER_OPERATORS = [">", ">=", "<", "<=", "="];

const text = (typed: string): string => typed;
const list = (typed: string): string[] | undefined => {
  const values = typed
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
  return values.length === 0 ? undefined : values;
};
const number = (typed: string): number | undefined =>
  typed.trim() !== "" && Number.isFinite(Number(typed)) ? Number(typed) : undefined;

const FORMS = {
  text: { type: "string", operators: TEXT_OPERATORS, read: text },
  content: { type: "string", operators: ["contains", "does not contain", "matches"], read: text },
  number: { type: "number", operators: NUMBER_OPERATORS, read: number },
  list: { type: "arrayOptions", operators: ["any of", "all of", "none of"], read: list },
  metadata: { type: "stringObject", operators: TEXT_OPERATORS, read: text, hasKey: true },
  numbersByKey: { type: "numberObject", operators: NUMBER_OPERATORS, read: number, hasKey: true },
} satisfies Readonly<Record<string, ConditionForm>>;

// The API has more columns: an address may name them.
const COLUMNS = [
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
] as const;

/** Column that the filter offers. */
export type OfferedColumn = (typeof COLUMNS)[number];

/** Columns that the filter offers, in this order. */
export const OFFERED_COLUMNS: readonly OfferedColumn[] = COLUMNS;

/** Returns the form in which a column takes conditions. */
export function formOf(column: OfferedColumn): ConditionForm {
  return FORMS[OBSERVATION_FILTER_COLUMNS[column] as keyof typeof FORMS];
}

/** Returns a condition for people. */
export function conditionText({ column, key, operator, value }: FilterCondition): string {
  const name = key === undefined ? column : `${column}.${key}`;
  return [name, operator, Array.isArray(value) ? value.join(", ") : String(value)].join(" ");
}
