import type { DatabaseSync } from "node:sqlite";
import type { RecordReader } from "../../database/record-reader.ts";
import { TextSearch } from "./text-search.ts";
import { ValueSearch } from "./value-search.ts";

/** Searches that filters make in the indexes of a database. */
export class FilterSearches {
  readonly text: TextSearch;
  readonly values: ValueSearch;

  constructor(database: DatabaseSync, records: RecordReader) {
    this.text = new TextSearch(database);
    this.values = new ValueSearch(records);
  }
}
