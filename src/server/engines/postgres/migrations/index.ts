import { documentsOnPostgres } from "./001-documents.ts";
import { mediaHolders } from "./002-media-holders.ts";
import { uniqueQueueItems } from "./004-unique-queue-items.ts";
import { promptNumbers } from "./005-prompt-numbers.ts";
import { modelIds } from "./006-model-ids.ts";
import { closings } from "./007-closings.ts";

/**
 * Migrations from each schema version to the next, in the schema of the service. Names with capitals get their quotes when a
 * migration runs. A released migration never changes; to change the tables, add one at the end, in a file with the next number.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  documentsOnPostgres,
  mediaHolders,
  uniqueQueueItems,
  promptNumbers,
  modelIds,
  closings,
];
