import { type ChSql, ch } from "../../database/clickhouse-sql.ts";
import type { Comparison, TextOperator } from "../../../../query/filter-syntax.ts";
import { matchesCh } from "./text-search.ts";

/** Comparisons of numbers and times, by operator. */
export const COMPARISONS: Readonly<Record<Comparison | "=", ChSql>> = {
  "=": ch`=`,
  ">": ch`>`,
  "<": ch`<`,
  ">=": ch`>=`,
  "<=": ch`<=`,
};

/** Comparisons for a text that is never null, by operator. */
export const TEXT_COMPARISONS: Readonly<Record<TextOperator, (text: ChSql, value: string) => ChSql>> = {
  "=": (text, value) => ch`${text} = ${value}`,
  contains: (text, value) => ch`position(${text}, ${value}) > 0`,
  // An empty text does not meet this condition.
  "does not contain": (text, value) => ch`(${text} <> '' AND position(${text}, ${value}) = 0)`,
  "starts with": (text, value) => ch`startsWith(${text}, ${value})`,
  "ends with": (text, value) => ch`endsWith(${text}, ${value})`,
  matches: matchesCh,
};
