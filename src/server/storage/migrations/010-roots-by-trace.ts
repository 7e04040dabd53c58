/** Whether a trace has a root is asked for every trace of the list. */
export const rootsByTrace: string = `
CREATE INDEX roots_by_trace ON observations (projectId, traceId) WHERE isRoot = 1;
`;
