/** Index of root observations by trace. The list of traces looks for a root in each of its traces. */
export const rootsByTrace: string = `
CREATE INDEX roots_by_trace ON observations (projectId, traceId) WHERE isRoot = 1;
`;
