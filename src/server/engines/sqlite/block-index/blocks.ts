import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, sql } from "../../../storage/sql.ts";

/** Observations of one block: those whose numbers give the same quotient. The triggers of the tables have this number, too. */
export const BLOCK_SIZE = 1_024;

/** Field whose values are in the index. Tags have the empty key. */
export type IndexedField = "metadata" | "tags";

/** Range of numbers, both ends included. */
export interface Range {
  first: number;
  last: number;
}

/** Returns the numbers of the first and the last stored observation; undefined when none is stored. */
export function storedRange(records: RecordReader): Range | undefined {
  const ends = sql<{ [End in keyof Range]: number | null }>`
    SELECT (SELECT min(seq) FROM observations) AS first, (SELECT max(seq) FROM observations) AS last`;
  const { first = null, last = null } = records.get(ends) ?? {};
  return first === null || last === null ? undefined : { first, last };
}

/** Most observations outside the index that a read looks at one by one. */
const MOST_UNINDEXED = 20_000;

const INDEXED = sql`indexed_blocks`;

/** Blocks in the index that have totals. */
const TOTALLED = sql`(SELECT block FROM indexed_blocks i WHERE EXISTS (SELECT 1 FROM block_totals t WHERE t.block = i.block))`;

/** Returns the ranges of numbers outside the index; undefined when they are most of all numbers, or too many for an index to help. */
export function unindexedRanges(records: RecordReader): Range[] | undefined {
  return rangesOutside(records, INDEXED);
}

/** Returns the ranges of numbers of which there are no totals; undefined as for {@link unindexedRanges}. */
export function untotalledRanges(records: RecordReader): Range[] | undefined {
  return rangesOutside(records, TOTALLED);
}

function rangesOutside(records: RecordReader, known: Sql): Range[] | undefined {
  const stored = storedRange(records);
  if (stored === undefined) return undefined;
  const blocks = { first: Math.floor(stored.first / BLOCK_SIZE), last: Math.floor(stored.last / BLOCK_SIZE) };
  const ranges = records.all(missingSql(known, blocks)).map(({ first, last }) => ({
    first: Math.max(first * BLOCK_SIZE, stored.first),
    last: Math.min((last + 1) * BLOCK_SIZE - 1, stored.last),
  }));
  const count = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return count > MOST_UNINDEXED || count * 2 > stored.last - stored.first + 1 ? undefined : ranges;
}

/** Returns the ranges of blocks in a range that are not in the index, the newest first. */
export function missingBlocks(records: RecordReader, range: Range): Range[] {
  return records.all(missingSql(INDEXED, range));
}

function missingSql(known: Sql, { first, last }: Range): Sql<Range> {
  return sql<Range>`SELECT earlier + 1 AS first, block - 1 AS last FROM (
      SELECT block, lag(block, 1, ${first} - 1) OVER (ORDER BY block) AS earlier FROM (
        SELECT block FROM ${known} WHERE block BETWEEN ${first} AND ${last} UNION ALL SELECT ${last} + 1
      )
    ) WHERE earlier < block - 1 ORDER BY block DESC`;
}
