/**
 * Kind of value that a filter column holds, which decides the kinds of conditions it takes. `content` is text that can be large
 * and is searched by words.
 */
export type ColumnKind =
  | "text"
  | "number"
  | "time"
  | "boolean"
  | "list"
  | "metadata"
  | "content"
  | "numbersByKey"
  | "categoriesByKey"
  | "booleansByKey";

/** Columns that filters can name, each with its kind. Storage says how each is read. */
export type FilterColumns<Column extends string = string> = Readonly<Record<Column, ColumnKind>>;
