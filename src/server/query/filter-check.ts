import { namedError } from "../http/http-errors.ts";
import type { ColumnKind, FilterColumns } from "./filter-columns.ts";
import { type Filter, type FilterNode, type FilterType, conditionsIn } from "./filter-syntax.ts";

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
export function checkFilters<Column extends string>(
  filters: FilterNode[],
  columns: FilterColumns<Column>,
): asserts filters is Array<FilterNode<Column>> {
  const kinds: FilterColumns = columns;
  for (const { column, type, operator } of conditionsIn(filters)) {
    const kind = Object.hasOwn(kinds, column) ? kinds[column] : undefined;
    if (kind === undefined) {
      throw refuse(`Column ${column} does not match any column that can be filtered: ${Object.keys(kinds).join(", ")}`);
    }
    const accepted = ACCEPTED[kind];
    if (!accepted.includes(type)) {
      throw refuse(`Invalid filter type ${type} for column ${column}: ${accepted.join(" or ")} is expected`);
    }
    if (operator === "matches" && kind !== "content" && kind !== "metadata") {
      throw refuse(`Invalid operator matches for column ${column}: it is for input, output and metadata`);
    }
  }
  checkSearch(filters, kinds, false);
}

/**
 * Throws a 400 for a condition on input or output that no search narrows. `isNarrowed`: true when a search must be met beside these
 * terms.
 */
function checkSearch(terms: readonly FilterNode[], kinds: FilterColumns, isNarrowed: boolean): void {
  const isOnContent = (term: FilterNode): term is Filter =>
    !("filters" in term) && kinds[term.column] === "content" && term.type === "string";
  const isSearched = isNarrowed || terms.some((term) => isOnContent(term) && SEARCHING.has(term.operator));
  for (const term of terms) {
    if (isOnContent(term) && !isSearched) {
      throw refuse("Filters on input or output need at least one with the operator = or matches");
    }
    if (!("filters" in term)) continue;
    if (term.type === "any") for (const one of term.filters) checkSearch([one], kinds, isSearched);
    else checkSearch(term.filters, kinds, isSearched);
  }
}

function refuse(message: string): Error {
  return namedError("InvalidRequestError", message);
}
