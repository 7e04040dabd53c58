import { fittingCount } from "../../../storage/page-bytes.ts";
import { type Sql, joinSql, sql } from "../../../storage/sql.ts";
import type { RecordReader } from "../database/record-reader.ts";

/** Observation of a page, with the bytes of the texts that are read of it. */
export interface ChosenRow {
  readonly seq: number;
  readonly bytes: number;
}

/** Observations of a page by number, as many as it has room for. */
export interface ChosenPage {
  readonly seqs: readonly number[];
  /** False when more observations follow. */
  readonly isWhole: boolean;
}

/** Chooses the observations of a page, given a statement for one more than it has. Whole rows are long: they are read afterwards. */
export function choosePage(records: RecordReader, query: Sql<ChosenRow>, limit: number): ChosenPage {
  const chosen = records.all(query);
  const count = Math.min(limit, fittingCount(chosen.map(({ bytes }) => bytes)));
  return { seqs: chosen.slice(0, count).map(({ seq }) => seq), isWhole: chosen.length <= count };
}

/** Returns SQL for the chosen observations, as a list behind `IN`. */
export function chosenSql({ seqs }: ChosenPage): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(seqs)}))`;
}

/** Returns SQL for the bytes of these texts together. SQLite knows the length of a text without reading it. */
export function textBytes(texts: readonly Sql[]): Sql {
  return joinSql([sql`0`, ...texts.map((text) => sql`coalesce(octet_length(${text}), 0)`)], " + ");
}
