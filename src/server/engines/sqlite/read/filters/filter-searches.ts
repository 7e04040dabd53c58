import type { DatabaseSync } from "node:sqlite";
import type { RecordReader } from "../../database/record-reader.ts";
import { addMayGoOn } from "./condition.ts";
import { TextSearch } from "./text-search.ts";
import { ValueSearch } from "./value-search.ts";

/** Searches that filters make in the indexes of a database, with the functions that their conditions call. */
export class FilterSearches {
  readonly text: TextSearch;
  readonly values: ValueSearch;

  constructor(database: DatabaseSync, records: RecordReader) {
    addMayGoOn(database);
    this.text = new TextSearch(database);
    this.values = new ValueSearch(records);
  }
}
