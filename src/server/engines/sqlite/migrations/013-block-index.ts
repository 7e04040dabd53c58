/**
 * Index of metadata and tags by blocks of 1,024 observations, in the order of arrival. Each row of `block_values` is a key in a
 * block, with the different values in `leaves` and the observations that have each of them in `places`. A row without `leaves`
 * has observations whose value is not listed. Only a block in `indexed_blocks` is in the index. A change to an observation takes
 * its block out, so that nothing of a removed observation stays.
 */
export const blockIndex: string = `
CREATE TABLE indexed_blocks (block INTEGER PRIMARY KEY);
CREATE TABLE block_values (
  block INTEGER NOT NULL, field TEXT NOT NULL, key TEXT NOT NULL, leaves TEXT, places BLOB NOT NULL
);
CREATE INDEX block_values_by_key ON block_values (field, key, block);
CREATE INDEX block_values_by_block ON block_values (block);
CREATE TRIGGER observation_left_block AFTER DELETE ON observations BEGIN
  DELETE FROM indexed_blocks WHERE block = old.seq / 1024;
  DELETE FROM block_values WHERE block = old.seq / 1024;
END;
CREATE TRIGGER observation_changed_in_block AFTER UPDATE OF metadata, tags ON observations
WHEN old.metadata <> new.metadata OR old.tags <> new.tags BEGIN
  DELETE FROM indexed_blocks WHERE block = old.seq / 1024;
  DELETE FROM block_values WHERE block = old.seq / 1024;
END;
`;
