const MEASURES = ["latency", "inputTokens", "outputTokens", "totalTokens", "inputCost", "outputCost", "totalCost"];

const OUT_OF_INDEX = `
  DELETE FROM indexed_blocks WHERE block = old.seq / 1024;
  DELETE FROM block_values WHERE block = old.seq / 1024;
  DELETE FROM block_totals WHERE block = old.seq / 1024;
`;

const INDEXED =
  "metadata tags startTime endTime isRoot type name level environment model inputTokens outputTokens totalTokens " +
  "inputCost outputCost totalCost";
const ofRow = (row: "old" | "new"): string =>
  INDEXED.split(" ")
    .map((column) => `${row}.${column}`)
    .join(", ");

/**
 * Totals of the observations of each block by hour and by what metrics group by. They belong to the index of the block, which is
 * filled anew.
 */
export const hourTotals: string = `
DELETE FROM indexed_blocks;
DELETE FROM block_values;
CREATE TABLE block_totals (
  block INTEGER NOT NULL, projectId TEXT NOT NULL, hour INTEGER NOT NULL, isRoot INTEGER NOT NULL, type TEXT NOT NULL,
  name TEXT NOT NULL, level TEXT NOT NULL, environment TEXT NOT NULL, model TEXT, observations INTEGER NOT NULL,
  ${MEASURES.map((measure) => `${measure}Count INTEGER NOT NULL, ${measure}Sum REAL, ${measure}Min REAL, ${measure}Max REAL`).join(",\n  ")}
);
CREATE INDEX block_totals_by_hour ON block_totals (projectId, hour);
CREATE INDEX block_totals_by_block ON block_totals (block);
DROP TRIGGER observation_left_block;
DROP TRIGGER observation_changed_in_block;
CREATE TRIGGER observation_left_block AFTER DELETE ON observations BEGIN ${OUT_OF_INDEX} END;
CREATE TRIGGER observation_changed_in_block AFTER UPDATE ON observations WHEN (${ofRow("old")}) IS NOT (${ofRow("new")})
BEGIN ${OUT_OF_INDEX} END;
`;
