import { randomUUID } from "node:crypto";
import type * as Api from "@svc/core/api";
import { foundOr404, invalidParameter, invalidRequest, namedError, notFound } from "../../http/http-errors.ts";
import { parseIsoTime } from "../../http/iso-time.ts";
import { type PageRequest, readPage } from "../../http/paging.ts";
import { givenText } from "../../http/request-validation.ts";
import type { Listed, Records } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import type { StoragePorts } from "../../storage/storage-ports.ts";
import {
  type DatasetItem,
  type DatasetItemContent,
  deleteDatasetItem,
  findDatasetItem,
  listDatasetItems,
  type NewDatasetItem,
  succeeding,
  writeDatasetItem,
} from "../../resources/dataset-items.ts";
import { type Dataset, findDataset } from "../../resources/datasets.ts";
import { findMedia, mediaMentionedIn } from "../../resources/media.ts";
import { originOf } from "../media/media-addresses.ts";
import { recordTimes } from "../record-times.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, ownRoute, route } from "../routing/route.ts";
import { mediaReferencesOf, resolvedReferences } from "./dataset-item-media.ts";
import { schemaProblems } from "./dataset-schemas.ts";

/** Maximum bytes of a request with an item: 4.5 MB. */
const MAX_BODY_BYTES = 4_500_000;

/** Storage that the answer of an item is read from. */
type AnswerStorage = Pick<StoragePorts, "records" | "mediaContents">;

/** Dataset items and their history. */
export const datasetItemRoutes: readonly Route[] = [
  /** Creates an item, or replaces the given fields of the item with this id. */
  route(
    "datasetItems_create",
    async ({ service, projectId, context, body }) => {
      const { records } = service;
      const { datasetName } = body;
      const id = body.id ?? randomUUID();
      return retryOnConflict(async () => {
        const dataset = foundOr404(
          await findDataset(records, projectId, { name: datasetName }),
          "dataset",
          datasetName,
        );
        const previous = await findDatasetItem(records, projectId, id);
        const content = { id, ...changedFields(body, previous?.isDeleted ? undefined : previous) };
        const mediaIds = await checkItem(records, projectId, dataset, content, previous);
        const item = succeeding(previous, dataset, content, Date.now());
        await records.write(writeDatasetItem(projectId, dataset, item, previous, mediaIds));
        // Answers with the item as it was written, not as it is stored now: another write may be under way.
        return datasetItemAnswer(service, projectId, item, originOf(context));
      });
    },
    { maxBodyBytes: MAX_BODY_BYTES },
  ),

  route("datasetItems_get", async ({ service, projectId, context, params }) =>
    datasetItemAnswer(
      service,
      projectId,
      await findItemOr404(service.records, projectId, params.id),
      originOf(context),
    ),
  ),

  route("datasetItems_list", async ({ service, projectId, context, query }) => {
    const { records } = service;
    const page = readPage(query);
    const name = givenText(query.datasetName);
    const { version } = query;
    if (version !== undefined && name === undefined) throw invalidParameter("version", "it needs datasetName");
    const dataset =
      name === undefined ? undefined : foundOr404(await findDataset(records, projectId, { name }), "dataset", name);
    const filter = {
      datasetId: dataset?.id,
      sourceTraceId: givenText(query.sourceTraceId),
      sourceObservationId: givenText(query.sourceObservationId),
      version: version === undefined ? undefined : parseIsoTime(version),
    };
    const listed = await listDatasetItems(records, projectId, filter, page);
    return itemPageAnswer(service, projectId, page, listed, originOf(context));
  }),

  /** Lists the archived items of a dataset, which the API leaves out. The page alone reads them. */
  ownRoute(
    { method: "GET", path: "/api/local/archived-dataset-items", access: "project" },
    async ({ service, projectId, context, query }) => {
      const name = query["datasetName"]?.[0] ?? "";
      const { id } = foundOr404(await findDataset(service.records, projectId, { name }), "dataset", name);
      const page = readPage({ page: placeIn(query["page"], 1), limit: Math.min(placeIn(query["limit"], 50), 100) });
      const listed = await listDatasetItems(service.records, projectId, { datasetId: id, status: "ARCHIVED" }, page);
      return itemPageAnswer(service, projectId, page, listed, originOf(context));
    },
  ),

  route("datasetItems_delete", async ({ service: { records }, projectId, params }) => {
    await retryOnConflict(async () => {
      const item = await findItemOr404(records, projectId, params.id);
      await records.write(deleteDatasetItem(projectId, item, Date.now()));
    });
    return { message: "Dataset item successfully deleted" };
  }),
];

/** Reads a whole number from 1 on; any other text counts as the standard. */
function placeIn([text]: readonly string[] = [], standard: number): number {
  return /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : standard;
}

type ItemFields = Omit<DatasetItemContent, "id">;

const NEW_ITEM: ItemFields = {
  status: "ACTIVE",
  input: null,
  expectedOutput: null,
  metadata: null,
  sourceTraceId: null,
  sourceObservationId: null,
};

/** Returns the fields of an item to store. A field that is not given keeps its value. */
function changedFields(given: Api.CreateDatasetItemRequest, previous: ItemFields = NEW_ITEM): ItemFields {
  const { input = previous.input, expectedOutput = previous.expectedOutput, metadata = previous.metadata } = given;
  const { sourceTraceId = previous.sourceTraceId, sourceObservationId = previous.sourceObservationId } = given;
  const status = given.status ?? previous.status;
  return { status, input, expectedOutput, metadata, sourceTraceId, sourceObservationId };
}

/**
 * Throws when an item belongs to another dataset, is active and does not follow the schemas, or refers to unknown media that it did
 * not refer to before. Returns the recorded media that it refers to.
 */
async function checkItem(
  records: Records,
  projectId: string,
  dataset: Dataset,
  item: DatasetItemContent,
  previous: DatasetItem | undefined,
): Promise<ReadonlySet<string>> {
  if (previous && !previous.isDeleted && previous.datasetId !== dataset.id) {
    throw namedError("SvcConflictError", `The dataset item ${item.id} belongs to another dataset than ${dataset.name}`);
  }
  const issues = item.status === "ACTIVE" ? [...schemaProblems(projectId, dataset, item)] : [];
  if (issues.length > 0) throw invalidRequest(issues);
  const recorded = new Set<string>();
  for (const id of mediaMentionedIn(contentOf(item))) if (await findMedia(records, projectId, id)) recorded.add(id);
  const before = previous === undefined ? new Set<string>() : mediaMentionedIn(contentOf(previous));
  for (const { mediaId, field, jsonPath } of mediaReferencesOf(item)) {
    if (recorded.has(mediaId) || before.has(mediaId)) continue;
    throw invalidParameter(field, `${jsonPath} refers to the media ${mediaId}, which is unknown: upload it first`);
  }
  return recorded;
}

function contentOf({ input, expectedOutput, metadata }: DatasetItemContent): unknown[] {
  return [input, expectedOutput, metadata];
}

async function findItemOr404(records: Records, projectId: string, id: string): Promise<DatasetItem> {
  const item = await findDatasetItem(records, projectId, id);
  if (item === undefined || item.isDeleted) throw notFound("dataset item", id);
  return item;
}

async function itemPageAnswer(
  storage: AnswerStorage,
  projectId: string,
  page: PageRequest,
  { items, total }: Listed<DatasetItem>,
  origin: string,
): Promise<Api.PaginatedDatasetItems> {
  const answers = await Promise.all(items.map(async (item) => datasetItemAnswer(storage, projectId, item, origin)));
  return pageAnswer(page, { items: answers, total }, (answer) => answer);
}

async function datasetItemAnswer(
  storage: AnswerStorage,
  projectId: string,
  item: NewDatasetItem,
  origin: string,
): Promise<Api.DatasetItem> {
  const { id, status, input, expectedOutput, metadata, sourceTraceId, sourceObservationId } = item;
  return {
    id,
    status,
    input,
    expectedOutput,
    metadata,
    sourceTraceId,
    sourceObservationId,
    datasetId: item.datasetId,
    datasetName: item.datasetName,
    ...recordTimes(item),
    mediaReferences: await resolvedReferences(storage, projectId, origin, item),
  };
}
