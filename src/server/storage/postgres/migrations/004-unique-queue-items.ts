export { uniqueQueueItems } from "../../migrations/unique-queue-items.ts";
