import { type RequestIssue, invalidRequest, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { pageMeta, readPage } from "../../http/paging.ts";
import type { Records, Statement } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { itemsBehind, lastItemRow, unlessItemsChanged } from "../../stores/dataset-items.ts";
import { type Dataset, type DatasetChange, findDataset, listDatasets, upsertDataset } from "../../stores/datasets.ts";
import type { ApiRequest, Route } from "../route.ts";
import { checkSchema, schemaProblems } from "./dataset-schemas.ts";
import { readFolderName } from "./folder-name.ts";

/** Datasets: collections of inputs and expected outputs. */
export const datasetRoutes: readonly Route[] = [
  { operation: "datasets_list", handle: list },
  { operation: "datasets_get", handle: read },
  { operation: "datasets_create", handle: upsert },
];

/** Most schema violations that an answer names. */
const MOST_NAMED = 10;

/** Items in one read when all items are checked. */
const BATCH = 200;

function list({ service, projectId, query }: ApiRequest): unknown {
  const page = readPage(query);
  const { datasets, total } = listDatasets(service.records, projectId, page);
  return { data: datasets.map((dataset) => answer(projectId, dataset)), meta: pageMeta(page, total) };
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const name = params["datasetName"] ?? "";
  const found = findDataset(service.records, projectId, { name });
  if (found === undefined) throw notFound("dataset", name);
  return answer(projectId, found);
}

/** Creates a dataset, or changes the given fields of the dataset with this name. A new schema must fit the stored items. */
async function upsert({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { name: given, ...change } = body as DatasetChange & { name: string };
  const name = readFolderName(given);
  checkSchema("inputSchema", change.inputSchema);
  checkSchema("expectedOutputSchema", change.expectedOutputSchema);
  await retryOnConflict(async () =>
    service.records.write([
      ...checkedItems(service.records, projectId, name, change),
      upsertDataset(projectId, name, change, Date.now()),
    ]),
  );
  const stored = findDataset(service.records, projectId, { name });
  return stored && answer(projectId, stored);
}

/**
 * Checks the stored items against new schemas. Throws a 400 that names items which do not follow them. Returns statements that
 * fail the write when items have changed since.
 */
function checkedItems(
  records: Records,
  projectId: string,
  name: string,
  { inputSchema, expectedOutputSchema }: DatasetChange,
): Statement[] {
  const dataset = findDataset(records, projectId, { name });
  if (dataset === undefined || (inputSchema == null && expectedOutputSchema == null)) return [];
  const lastRow = lastItemRow(records, projectId, dataset.id);
  const schemas = { inputSchema: inputSchema ?? null, expectedOutputSchema: expectedOutputSchema ?? null };
  const issues: RequestIssue[] = [];
  for (let seq = 0; issues.length < MOST_NAMED;) {
    const items = itemsBehind(records, projectId, dataset.id, seq, BATCH);
    for (const item of items) {
      for (const { code, message, path } of schemaProblems(schemas, item)) {
        issues.push({ code, message: `the item ${item.id}: ${message}`, path });
      }
    }
    const last = items.at(-1);
    if (last === undefined) break;
    seq = last.seq;
  }
  if (issues.length > 0) throw invalidRequest(issues.slice(0, MOST_NAMED));
  return [unlessItemsChanged(projectId, dataset.id, lastRow)];
}

function answer(projectId: string, dataset: Dataset): unknown {
  const { id, name, description, metadata, inputSchema, expectedOutputSchema, createdAt, updatedAt } = dataset;
  return {
    id,
    name,
    description,
    metadata,
    inputSchema,
    expectedOutputSchema,
    projectId,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
