import type { DatabaseSync, StatementSync } from "node:sqlite";
import { RecordReader } from "../database/record-reader.ts";
import { sql } from "../../../storage/sql.ts";
import { inTransaction } from "../database/transaction.ts";
import { BlockMetadata } from "./block-metadata.ts";
import { BlockTotals } from "./block-totals.ts";
import { BLOCK_SIZE, type IndexedField, missingBlocks, storedRange } from "./blocks.ts";
import { type KeyRow, KeyValues } from "./key-values.ts";

/** Longest metadata of an observation that the index lists, in bytes. */
const LONGEST_METADATA = 16 * 1024;

/** Index of metadata and tags with the totals by hour, on the connection of the writer. */
export class BlockIndex {
  readonly #database: DatabaseSync;
  readonly #records: RecordReader;
  readonly #putValues: StatementSync;
  readonly #totals: BlockTotals;
  readonly #putBlock: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#records = new RecordReader(database);
    this.#putValues = database.prepare(
      "INSERT INTO block_values (block, field, key, leaves, places) VALUES (?, ?, ?, ?, ?)",
    );
    this.#totals = new BlockTotals(database);
    this.#putBlock = database.prepare("INSERT INTO indexed_blocks VALUES (?)");
  }

  /**
   * Adds the newest full block that is not in the index, in a transaction of some milliseconds. Returns false when every full
   * block is in the index.
   */
  fillNext(): boolean {
    if (this.#next() === undefined) return false;
    return inTransaction(this.#database, () => {
      // Chosen again: another process may have added the block meanwhile.
      const block = this.#next();
      if (block !== undefined) this.#fill(block);
      return block !== undefined;
    });
  }

  #next(): number | undefined {
    const stored = storedRange(this.#records);
    if (stored === undefined) return undefined;
    const first = Math.floor(stored.first / BLOCK_SIZE);
    // Observations that arrive later have higher numbers: all of a block are stored when its last number has been reached.
    const last = Math.floor((stored.last + 1) / BLOCK_SIZE) - 1;
    if (last < first) return undefined;
    if (this.#count(last, last) === 0) return last;
    // The search for a gap reads every block, so it is only made when there is one.
    return this.#count(first, last) > last - first ? undefined : missingBlocks(this.#records, { first, last })[0]?.last;
  }

  /** Returns the number of blocks in a range that are in the index. */
  #count(first: number, last: number): number {
    const count = sql<{ n: number }>`SELECT count(*) AS n FROM indexed_blocks WHERE block BETWEEN ${first} AND ${last}`;
    return this.#records.get(count)?.n ?? 0;
  }

  #fill(block: number): void {
    const metadata = new BlockMetadata();
    const tags = new KeyValues("");
    const first = block * BLOCK_SIZE;
    // The length in bytes is known without reading the text.
    const rows = this.#records.all(sql<{ seq: number; tags: string; metadata: string | null }>`
      SELECT seq, tags, iif(octet_length(metadata) <= ${LONGEST_METADATA}, metadata, NULL) AS metadata
      FROM observations WHERE seq BETWEEN ${first} AND ${first + BLOCK_SIZE - 1}`);
    for (const row of rows) {
      tags.add(row.tags, row.seq - first);
      metadata.add(row.seq - first, row.metadata);
    }
    this.#put(block, "tags", tags.rows());
    this.#put(block, "metadata", metadata.rows());
    this.#totals.put(block, first, first + BLOCK_SIZE - 1);
    this.#putBlock.run(block);
  }

  #put(block: number, field: IndexedField, rows: readonly KeyRow[]): void {
    for (const { key, leaves, places } of rows) this.#putValues.run(block, field, key, leaves, places);
  }
}
