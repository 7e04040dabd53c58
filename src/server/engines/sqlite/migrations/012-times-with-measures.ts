/**
 * Index of observations by time that also holds what metrics measure and group by, and the tags. Metrics and filters on these
 * columns read the index alone, and not the rows, which are several times as long.
 */
export const timesWithMeasures: string = `
DROP INDEX observations_by_time;
CREATE INDEX observations_by_time ON observations (
  projectId, startTime DESC, traceId DESC, id DESC, endTime, completionStartTime, isRoot, type, name, level, environment,
  model, userId, inputTokens, outputTokens, totalTokens, totalCost, tags
);
`;
