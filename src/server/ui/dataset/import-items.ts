import { SvcAPIError, type SvcAPIClient } from "@svc/core/api";
import { type ItemMapping, itemOf } from "./item-mapping.ts";
import type { FileRow, RowProblem } from "./read-file.ts";

export interface ImportProgress {
  /** Rows whose items are stored. */
  readonly stored: number;
  /** Rows that the service refused, and why, in the order of the file. */
  readonly problems: readonly RowProblem[];
}

/** Requests under way at once: as many as a browser keeps connections to one host. */
const AT_ONCE = 6;

/** Stores the rows of a file as items of a dataset. Goes on after a row that the service refuses. */
export async function importItems(
  api: SvcAPIClient,
  datasetName: string,
  rows: readonly FileRow[],
  mapping: ItemMapping,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const problems: RowProblem[] = [];
  let stored = 0;
  const left = rows.values();
  const work = async (): Promise<void> => {
    for (const row of left) {
      if (signal.aborted) return;
      try {
        await api.datasetItems.create(itemOf(datasetName, row, mapping));
        stored += 1;
      } catch (error) {
        problems.push({ row: row.row, message: reasonOf(error) });
      }
      onProgress({ stored, problems: problems.toSorted((one, other) => one.row - other.row) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function reasonOf(error: unknown): string {
  const issues = error instanceof SvcAPIError ? (error.body as { error?: unknown } | undefined)?.error : undefined;
  if (!Array.isArray(issues)) return error instanceof Error ? error.message : String(error);
  return issues.map(({ message }: { message?: unknown }) => String(message)).join("; ");
}
