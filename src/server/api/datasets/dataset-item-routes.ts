import { randomUUID } from "node:crypto";
import { invalidParameter, invalidRequest, namedError, notFound } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import { pageMeta, readPage } from "../../http/paging.ts";
import { textParameter } from "../../http/request-validation.ts";
import type { Records } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import {
  type DatasetItem,
  type DatasetItemContent,
  deleteDatasetItem,
  findDatasetItem,
  listDatasetItems,
  type NewDatasetItem,
  succeeding,
  writeDatasetItem,
} from "../../stores/dataset-items.ts";
import { type Dataset, findDataset } from "../../stores/datasets.ts";
import { findMedia } from "../../stores/media.ts";
import { originOf } from "../media/media-addresses.ts";
import type { ApiRequest, Route } from "../route.ts";
import { mediaReferencesOf, resolvedReferences } from "./dataset-item-media.ts";
import { schemaProblems } from "./dataset-schemas.ts";

/** Most bytes of a request with an item: 4.5 MB. */
const MAX_BODY_BYTES = 4_500_000;

/** Dataset items and their history. */
export const datasetItemRoutes: readonly Route[] = [
  { operation: "datasetItems_create", handle: upsert, maxBodyBytes: MAX_BODY_BYTES },
  { operation: "datasetItems_get", handle: read },
  { operation: "datasetItems_list", handle: list },
  { operation: "datasetItems_delete", handle: remove },
];

type UpsertRequest = Partial<Omit<DatasetItemContent, "id" | "status">> & {
  datasetName: string;
  id?: string | null;
  status?: DatasetItem["status"] | null;
};

/** Creates an item, or replaces the given fields of the item with this id. */
async function upsert({ service, projectId, context, body }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const request = body as UpsertRequest;
  const id = request.id ?? randomUUID();
  return retryOnConflict(async () => {
    const dataset = findDataset(records, projectId, { name: request.datasetName });
    if (dataset === undefined) throw notFound("dataset", request.datasetName);
    const previous = findDatasetItem(records, projectId, id);
    const content = contentOf(id, request, previous?.isDeleted ? undefined : previous);
    checkItem(records, projectId, dataset, content, previous);
    const item = succeeding(previous, dataset, content, Date.now());
    await records.write(writeDatasetItem(projectId, dataset, item, previous));
    // Answers with the item as it was written, not as it is stored now: another write may be under way.
    return answer(records, projectId, item, originOf(context));
  });
}

function read({ service, projectId, context, params }: ApiRequest): unknown {
  return found(service.records, projectId, params["id"] ?? "", originOf(context));
}

function list({ service, projectId, context, query }: ApiRequest): unknown {
  const { records } = service;
  const page = readPage(query);
  const name = textParameter(query, "datasetName");
  const version = textParameter(query, "version");
  if (version !== undefined && name === undefined) throw invalidParameter("version", "it needs datasetName");
  const dataset = name === undefined ? undefined : findDataset(records, projectId, { name });
  if (name !== undefined && dataset === undefined) throw notFound("dataset", name);
  const filter = {
    datasetId: dataset?.id,
    sourceTraceId: textParameter(query, "sourceTraceId"),
    sourceObservationId: textParameter(query, "sourceObservationId"),
    version: version === undefined ? undefined : parseIsoTime(version),
  };
  const { items, total } = listDatasetItems(records, projectId, filter, page);
  const origin = originOf(context);
  return { data: items.map((item) => answer(records, projectId, item, origin)), meta: pageMeta(page, total) };
}

async function remove({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const id = params["id"] ?? "";
  await retryOnConflict(async () => {
    const item = findDatasetItem(service.records, projectId, id);
    if (item === undefined || item.isDeleted) throw notFound("dataset item", id);
    await service.records.write(deleteDatasetItem(projectId, item, Date.now()));
  });
  return { message: "Dataset item successfully deleted" };
}

/** Returns the content of an item. A field that is not given keeps its value; in a new item it is null. */
function contentOf(id: string, request: UpsertRequest, previous: DatasetItem | undefined): DatasetItemContent {
  const kept = <Field extends "input" | "expectedOutput" | "metadata" | "sourceTraceId" | "sourceObservationId">(
    field: Field,
  ): DatasetItemContent[Field] =>
    (request[field] === undefined ? (previous?.[field] ?? null) : request[field]) as DatasetItemContent[Field];
  return {
    id,
    status: request.status ?? previous?.status ?? "ACTIVE",
    input: kept("input"),
    expectedOutput: kept("expectedOutput"),
    metadata: kept("metadata"),
    sourceTraceId: kept("sourceTraceId"),
    sourceObservationId: kept("sourceObservationId"),
  };
}

/** Throws when an item belongs to another dataset, does not follow the schemas, or refers to unknown media. */
function checkItem(
  records: Records,
  projectId: string,
  dataset: Dataset,
  item: DatasetItemContent,
  previous: DatasetItem | undefined,
): void {
  if (previous && !previous.isDeleted && previous.datasetId !== dataset.id) {
    throw namedError("SvcConflictError", `The dataset item ${item.id} belongs to another dataset than ${dataset.name}`);
  }
  const issues = [...schemaProblems(dataset, item)];
  if (issues.length > 0) throw invalidRequest(issues);
  for (const { mediaId, field, jsonPath } of mediaReferencesOf(item)) {
    if (findMedia(records, projectId, mediaId) !== undefined) continue;
    throw invalidParameter(field, `${jsonPath} refers to the media ${mediaId}, which is unknown: upload it first`);
  }
}

function found(records: Records, projectId: string, id: string, origin: string): unknown {
  const item = findDatasetItem(records, projectId, id);
  if (item === undefined || item.isDeleted) throw notFound("dataset item", id);
  return answer(records, projectId, item, origin);
}

function answer(records: Records, projectId: string, item: NewDatasetItem, origin: string): unknown {
  const { id, status, input, expectedOutput, metadata, sourceTraceId, sourceObservationId, datasetId } = item;
  return {
    id,
    status,
    input,
    expectedOutput,
    metadata,
    sourceTraceId,
    sourceObservationId,
    datasetId,
    datasetName: item.datasetName,
    createdAt: isoTime(item.createdAt),
    updatedAt: isoTime(item.updatedAt),
    mediaReferences: resolvedReferences(records, projectId, origin, item),
  };
}
