import { uniqueQueueItems } from "./unique-queue-items.ts";

/** Writer of each score, and the values that it replaced, as JSON: earlier scores have neither. One item for each object of a queue. */
export const judgements: string = `
ALTER TABLE scores ADD COLUMN writerKind TEXT;
ALTER TABLE scores ADD COLUMN writerId TEXT;
ALTER TABLE scores ADD COLUMN history TEXT;
${uniqueQueueItems}`;
