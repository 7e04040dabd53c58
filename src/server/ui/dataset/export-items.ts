import { type PagePlace, readPages } from "@svc/core/internal";
import type { DatasetItem, PaginatedDatasetItems, SvcAPIClient } from "@svc/core/api";

/** Items that the API returns at once. */
const LIMIT = 100;

/** Fields of an item in a line of the file, in this order. */
const FIELDS = ["id", "input", "expectedOutput", "metadata", "status", "sourceTraceId", "sourceObservationId"] as const;

/** Reads all items of a dataset, as they are or as they were at a time, and hands them to the browser as a file of JSONL. */
export async function exportItems(api: SvcAPIClient, datasetName: string, version: string | undefined): Promise<void> {
  const lines: string[] = [];
  const read = (place: PagePlace): PromiseLike<PaginatedDatasetItems> =>
    api.datasetItems.list({ datasetName, version, ...place });
  for await (const { data } of readPages(read, LIMIT)) lines.push(...data.map(lineOf));
  const url = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${datasetName.replaceAll(/[^\w.-]+/g, "-")}.jsonl`;
  link.click();
  // The browser has taken the content when the next task runs.
  setTimeout(() => URL.revokeObjectURL(url));
}

function lineOf(item: DatasetItem): string {
  return `${JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, item[field]])))}\n`;
}
