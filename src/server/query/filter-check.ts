import { namedError } from "../http/http-errors.ts";
import type { Filter, FilterType } from "./filter-syntax.ts";
import type { ColumnKind, FilterColumn } from "./observation-filter-columns.ts";

/** Condition kinds that each kind of column takes. */
const ACCEPTED: Readonly<Record<ColumnKind, readonly FilterType[]>> = {
  text: ["string", "stringOptions", "null"],
  number: ["number", "null"],
  time: ["datetime", "null"],
  boolean: ["boolean"],
  list: ["arrayOptions", "stringOptions", "null"],
  metadata: ["stringObject", "numberObject", "booleanObject", "categoryOptions"],
  content: ["string", "null"],
  numbersByKey: ["numberObject"],
  categoriesByKey: ["categoryOptions"],
  booleansByKey: ["booleanObject"],
};

/**
 * Operators that the word index over input and output serves. A filter on input or output needs a condition with one of them.
 */
const SEARCHING = new Set<string>(["=", "matches"]);

/** Throws a 400 for a condition on an unknown column, or of a kind that the column does not take. */
export function checkFilters(filters: readonly Filter[], columns: Readonly<Record<string, FilterColumn>>): void {
  for (const { column, type, operator } of filters) {
    const found = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (found === undefined) {
      throw refuse(
        `Column ${column} does not match any column that can be filtered: ${Object.keys(columns).join(", ")}`,
      );
    }
    const accepted = ACCEPTED[found.kind];
    if (!accepted.includes(type)) {
      throw refuse(`Invalid filter type ${type} for column ${column}: ${accepted.join(" or ")} is expected`);
    }
    if (operator === "matches" && found.kind !== "content" && found.kind !== "metadata") {
      throw refuse(`Invalid operator matches for column ${column}: it is for input, output and metadata`);
    }
  }
  const onContent = filters.filter(({ column, type }) => columns[column]?.kind === "content" && type === "string");
  if (onContent.length > 0 && !onContent.some(({ operator }) => SEARCHING.has(operator))) {
    throw refuse("Filters on input or output need at least one with the operator = or matches");
  }
}

function refuse(message: string): Error {
  return namedError("InvalidRequestError", message);
}
