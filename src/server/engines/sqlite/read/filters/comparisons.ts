import { sql } from "../../../../storage/sql.ts";
import type { FilterDialect } from "../../../sql/filter-condition.ts";

/** Comparisons for a text that is never null, by operator. */
export const TEXT_COMPARISONS: FilterDialect["texts"] = {
  "=": (text, value) => sql`${text} = ${value}`,
  contains: (text, value) => sql`instr(${text}, ${value}) > 0`,
  // An empty text does not meet this condition.
  "does not contain": (text, value) => sql`(${text} <> '' AND instr(${text}, ${value}) = 0)`,
  "starts with": (text, value) => sql`substr(${text}, 1, length(${value})) = ${value}`,
  // Every text ends with an empty text, but `substr(text, -0)` in SQLite does not return an empty text.
  "ends with": (text, value) => sql`(${value} = '' OR substr(${text}, -length(${value})) = ${value})`,
  matches: (text, value) => sql`text_matches(${text}, ${value})`,
};

/** Most options whose text is looked for before the JSON that may have them is read. */
export const MOST_GLANCES = 8;
