import { WriteConflict } from "../../../storage/records.ts";
import { isDamage } from "../database/file-damage.ts";
import { isStorageUnavailable } from "../database/sqlite-errors.ts";
import { RefusedExport } from "../../../ingest/otlp/otlp-span.ts";
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
  const cause = error instanceof Error ? error.message : String(error);
  const damage = isDamage(error) && { isDamage: true };
  const isUnavailable = where === "database" || damage !== false || isStorageUnavailable(error);
  if (kind === "export") {
    if (error instanceof RefusedExport) return { status: error.status, error: error.message };
    // The stack overflowed, or a text grew past the limit of the engine.
    if (error instanceof RangeError) return { status: 400, error: "Invalid OTLP trace export: nested too deeply" };
    return { status: isUnavailable ? 503 : 500, cause, ...damage };
  }
  if (error instanceof WriteConflict) {
    return { conflict: error.reason, statement: error.statement, message: error.message };
  }
  return { failed: cause, isUnavailable, ...damage };
}
