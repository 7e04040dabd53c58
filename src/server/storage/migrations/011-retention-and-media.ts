import { MOST_DAYS } from "../retention.ts";

/** Retentions that are too large to be a time are brought to the longest one; media are found by the trace they stand in. */
export const retentionAndMedia: string = `
UPDATE projects SET retentionDays = ${MOST_DAYS} WHERE retentionDays > ${MOST_DAYS};
CREATE INDEX media_places_by_trace ON media_places (projectId, traceId);
`;
