/**
 * Lists beside the totals of each block by hour, for what cannot be added up: percentiles and the number of different traces.
 * `latencies` and `traces` are encoded. The number of a row is made of the block and of `part`, the place of its totals in the block.
 * The index of every block is filled anew.
 */
export const hourLists: string = `
DELETE FROM indexed_blocks;
DELETE FROM block_values;
DELETE FROM block_totals;
ALTER TABLE block_totals ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
CREATE TABLE block_lists (id INTEGER PRIMARY KEY, latencies BLOB NOT NULL, traces NOT NULL);
CREATE TRIGGER totals_left_block AFTER DELETE ON block_totals BEGIN
  DELETE FROM block_lists WHERE id = old.block * 1024 + old.part;
END;
`;
