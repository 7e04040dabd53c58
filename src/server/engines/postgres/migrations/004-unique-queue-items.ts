export { uniqueQueueItems } from "../../sqlite/migrations/unique-queue-items.ts";
