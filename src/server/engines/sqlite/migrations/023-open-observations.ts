const HAS_NEGATIVE_LATENCY = "block IN (SELECT seq / 1024 FROM observations WHERE endTime < startTime)";

/**
 * Observations whose span has not ended, whose state never replaces that of an ended one. The totals by hour leave out a latency below
 * zero: the blocks with such an observation are indexed anew.
 */
export const openObservations: string = `
ALTER TABLE observations ADD COLUMN isOpen INTEGER NOT NULL DEFAULT 0;
DELETE FROM indexed_blocks WHERE ${HAS_NEGATIVE_LATENCY};
DELETE FROM block_values WHERE ${HAS_NEGATIVE_LATENCY};
DELETE FROM block_totals WHERE ${HAS_NEGATIVE_LATENCY};
`;
