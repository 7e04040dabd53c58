import { sql } from "../../../../storage/sql.ts";
import type { FilterDialect } from "../../../sql/filter-condition.ts";
import { matchesSql } from "./text-search.ts";

/** Comparisons for a text that is never null, by operator. */
export const TEXT_COMPARISONS: FilterDialect["texts"] = {
  "=": (text, value) => sql`${text} = ${value}`,
  contains: (text, value) => sql`position(${text}, ${value}) > 0`,
  // An empty text does not meet this condition.
  "does not contain": (text, value) => sql`(${text} <> '' AND position(${text}, ${value}) = 0)`,
  "starts with": (text, value) => sql`startsWith(${text}, ${value})`,
  "ends with": (text, value) => sql`endsWith(${text}, ${value})`,
  matches: matchesSql,
};
