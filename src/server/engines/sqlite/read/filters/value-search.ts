import type { RecordReader } from "../../database/record-reader.ts";
import { type Sql, listSql, sql } from "../../../../storage/sql.ts";
import { BLOCK_SIZE, type IndexedField, type Range, unindexedRanges } from "../../block-index/blocks.ts";
import { decodePlaces } from "../../block-index/places.ts";
import { type Condition, MOST_CANDIDATES, amongCandidates, condition } from "./condition.ts";

/** SQL for the JSON list of the different values of a key in a block. */
export const LEAVES: Sql = sql`v.leaves`;

export interface WantedValues {
  field: IndexedField;
  key: string;
  /** Condition on {@link LEAVES}, which every list with a wanted value meets. */
  glance: Sql;
  /** Condition on one value, the row `m` of `json_each` over {@link LEAVES}. */
  leaf: Sql;
}

interface FoundBlock {
  row: number;
  block: number;
  /** JSON list of the indexes of the wanted values. */
  found: string;
}

/**
 * Search for observations by a value of their metadata or their tags. The index gives candidates, and the row itself decides.
 * The condition holds within the transaction in which it is made.
 */
export class ValueSearch {
  readonly #records: RecordReader;

  constructor(records: RecordReader) {
    this.#records = records;
  }

  /** Returns the condition that the observation `o` meets. Uses the index where it helps. */
  condition(exact: Sql, wanted: WantedValues): Condition {
    const candidates = this.#candidates(wanted);
    if (candidates === undefined) return condition(exact);
    return amongCandidates(listSql(candidates), exact);
  }

  /** Returns the numbers of all observations that may have a wanted value; undefined when they are too many to help. */
  #candidates(wanted: WantedValues): number[] | undefined {
    const unindexed = unindexedRanges(this.#records);
    if (unindexed === undefined) return undefined;
    const candidates = unindexed.flatMap(numbersIn);
    const most = candidates.length + MOST_CANDIDATES;
    for (const { row, block, found } of this.#records.each(blocksSql(wanted))) {
      const groups = new Set<number>(JSON.parse(found) as number[]);
      if (groups.size === 0) continue;
      for (const place of this.#places(row, groups)) candidates.push(block * BLOCK_SIZE + place);
      if (candidates.length > most) return undefined;
    }
    return candidates;
  }

  /** Returns the places of groups of a row. They are read apart from the values, since few rows have a wanted one. */
  #places(row: number, groups: ReadonlySet<number>): number[] {
    const read = this.#records.get(sql<{ places: Uint8Array }>`SELECT places FROM block_values WHERE rowid = ${row}`);
    return read === undefined ? [] : decodePlaces(read.places, groups);
  }
}

function numbersIn({ first, last }: Range): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** Returns SQL for the blocks with candidates. Observations whose value is not listed are always candidates. */
function blocksSql({ field, key, glance, leaf }: WantedValues): Sql<FoundBlock> {
  return sql<FoundBlock>`SELECT v.rowid AS row, v.block, iif(${LEAVES} IS NULL, '[0]',
      (SELECT json_group_array(m.key) FROM json_each(${LEAVES}) m WHERE ${leaf})) AS found
    FROM block_values v
    WHERE v.field = ${field} AND v.key IN (${key}, '') AND (${LEAVES} IS NULL OR (v.key = ${key} AND ${glance}))`;
}
