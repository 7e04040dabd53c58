import type * as Api from "@svc/core/api";
import { type RequestIssue, foundOr404, invalidRequest } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import type { Records, Statement } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { activeItemsBehind, countItemRows, unlessItemsChanged } from "../../resources/dataset-items.ts";
import {
  type Dataset,
  type DatasetChange,
  findDataset,
  listDatasets,
  upsertDataset,
} from "../../resources/datasets.ts";
import { readFolderName } from "../folder-name.ts";
import { recordTimes } from "../record-times.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";
import { checkSchema, schemaProblems } from "./dataset-schemas.ts";

/** Datasets: collections of inputs and expected outputs. */
export const datasetRoutes: readonly Route[] = [
  route("datasets_list", async ({ service, projectId, query }) => {
    const page = readPage(query);
    return pageAnswer(page, await listDatasets(service.records, projectId, page), (dataset) =>
      datasetAnswer(projectId, dataset),
    );
  }),

  route("datasets_get", async ({ service, projectId, params: { datasetName } }) =>
    readDatasetAnswer(service.records, projectId, datasetName),
  ),

  /** Creates a dataset, or changes the given fields of the dataset with this name. A new schema must fit the active items. */
  route("datasets_create", async ({ service: { records }, projectId, body }) => {
    const { name: given, ...change } = body;
    const name = readFolderName(given);
    checkSchema(projectId, "inputSchema", change.inputSchema);
    checkSchema(projectId, "expectedOutputSchema", change.expectedOutputSchema);
    await retryOnConflict(async () =>
      records.write([
        ...(await checkedItems(records, projectId, name, change)),
        upsertDataset(projectId, name, change, Date.now()),
      ]),
    );
    return readDatasetAnswer(records, projectId, name);
  }),
];

/** Maximum number of schema violations that an answer names. */
const MAX_ISSUES = 10;

/** Number of items in one read when all items are checked. */
const BATCH_ITEMS = 200;

/**
 * Checks the active items against new schemas: an archived item is checked when it is activated again. Throws a 400 that names items which do not follow them. Returns statements that
 * fail the write when items have changed since.
 */
async function checkedItems(
  records: Records,
  projectId: string,
  name: string,
  { inputSchema, expectedOutputSchema }: DatasetChange,
): Promise<Statement[]> {
  const dataset = await findDataset(records, projectId, { name });
  if (dataset === undefined || (inputSchema == null && expectedOutputSchema == null)) return [];
  const rows = await countItemRows(records, projectId, dataset.id);
  const schemas = { inputSchema: inputSchema ?? null, expectedOutputSchema: expectedOutputSchema ?? null };
  const issues: RequestIssue[] = [];
  for (let seq = 0; issues.length < MAX_ISSUES;) {
    const items = await activeItemsBehind(records, projectId, dataset.id, seq, BATCH_ITEMS);
    for (const item of items) {
      for (const { code, message, path } of schemaProblems(projectId, schemas, item)) {
        issues.push({ code, message: `the item ${item.id}: ${message}`, path });
      }
    }
    const last = items.at(-1);
    if (last === undefined) break;
    seq = last.seq;
  }
  if (issues.length > 0) throw invalidRequest(issues.slice(0, MAX_ISSUES));
  return [unlessItemsChanged(projectId, dataset.id, rows)];
}

async function readDatasetAnswer(records: Records, projectId: string, name: string): Promise<Api.Dataset> {
  return datasetAnswer(projectId, foundOr404(await findDataset(records, projectId, { name }), "dataset", name));
}

function datasetAnswer(projectId: string, dataset: Dataset): Api.Dataset {
  const { id, name, description, metadata, inputSchema, expectedOutputSchema, ...times } = dataset;
  return { id, name, description, metadata, inputSchema, expectedOutputSchema, projectId, ...recordTimes(times) };
}
