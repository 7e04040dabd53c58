import { exportFailure } from "../../../ingest/export-outcome.ts";
import { WriteConflict } from "../../../storage/records.ts";
import { isDamage } from "../database/file-damage.ts";
import { isStorageUnavailable } from "../database/sqlite-errors.ts";
import type { Outcomes, WriterTask } from "./writer-messages.ts";

/**
 * Returns the answer for a task that threw. `where` tells whether the task itself failed, or the database around it. A task
 * that failed because of the database may succeed later.
 */
export function failureOf(
  kind: WriterTask["kind"],
  error: unknown,
  where: "task" | "database",
): Outcomes[WriterTask["kind"]] {
  const damage = isDamage(error) && { isDamage: true };
  const isUnavailable = where === "database" || damage !== false || isStorageUnavailable(error);
  if (kind === "export") return exportFailure(error, isUnavailable ? { ...damage } : undefined);
  if (error instanceof WriteConflict) {
    return { conflict: error.reason, statement: error.statement, message: error.message };
  }
  return { failed: error instanceof Error ? error.message : String(error), isUnavailable, ...damage };
}
