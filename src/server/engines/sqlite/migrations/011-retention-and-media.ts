import { MOST_DAYS } from "../../../storage/pruning/retention.ts";

/** Update that lowers retentions above the longest one to it, and an index of the places of media by trace. */
export const retentionAndMedia: string = `
UPDATE projects SET retentionDays = ${MOST_DAYS} WHERE retentionDays > ${MOST_DAYS};
CREATE INDEX media_places_by_trace ON media_places (projectId, traceId);
`;
