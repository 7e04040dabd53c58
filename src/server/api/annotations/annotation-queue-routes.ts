import { invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { readPage } from "../../http/paging.ts";
import { textParameter } from "../../http/request-validation.ts";
import { type Records, WriteConflict } from "../../storage/records.ts";
import {
  type AnnotationQueue,
  type AnnotationQueueItem,
  annotationAssignments,
  annotationQueueItems,
  annotationQueues,
} from "../../stores/annotation-queues.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import { scoreConfigs } from "../../stores/score-configs.ts";
import { findMember } from "../../stores/users.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Annotation queues: the objects that people are to score, and the people assigned. */
export const annotationQueueRoutes: readonly Route[] = [
  { operation: "annotationQueues_listQueues", handle: listQueues },
  { operation: "annotationQueues_createQueue", handle: createQueue },
  { operation: "annotationQueues_getQueue", handle: readQueue },
  { operation: "annotationQueues_listQueueItems", handle: listItems },
  { operation: "annotationQueues_createQueueItem", handle: createItem },
  { operation: "annotationQueues_getQueueItem", handle: readItem },
  { operation: "annotationQueues_updateQueueItem", handle: updateItem },
  { operation: "annotationQueues_deleteQueueItem", handle: removeItem },
  { operation: "annotationQueues_createQueueAssignment", handle: assign },
  { operation: "annotationQueues_deleteQueueAssignment", handle: unassign },
];

/** Most score configs of a queue. */
const MOST_CONFIGS = 500;

function listQueues({ service, projectId, query }: ApiRequest): unknown {
  const { data, meta } = annotationQueues.page(service.records, projectId, readPage(query));
  return { data: data.map(queueAnswer), meta };
}

async function createQueue({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const {
    name,
    description = null,
    scoreConfigIds,
  } = body as Partial<AnnotationQueue> & Pick<AnnotationQueue, "name" | "scoreConfigIds">;
  if (scoreConfigIds.length > MOST_CONFIGS)
    throw invalidParameter("scoreConfigIds", `at most ${MOST_CONFIGS} are taken`);
  const unknown = scoreConfigIds.filter((id) => scoreConfigs.find(service.records, projectId, id) === undefined);
  if (unknown.length > 0) throw invalidParameter("scoreConfigIds", `there is no score config ${unknown.join(", ")}`);
  const queue: AnnotationQueue = { name, description, scoreConfigIds };
  try {
    return queueAnswer(await annotationQueues.insert(service.records, projectId, queue, { uniqueKey: name }));
  } catch (error) {
    throw error instanceof WriteConflict ? invalidParameter("name", `there is a queue ${name} already`) : error;
  }
}

function readQueue({ service, projectId, params }: ApiRequest): unknown {
  return queueAnswer(queueOf(service.records, projectId, params));
}

function listItems({ service, projectId, params, query }: ApiRequest): unknown {
  const queue = queueOf(service.records, projectId, params);
  const status = textParameter(query, "status");
  const { data, meta } = annotationQueueItems.page(service.records, projectId, readPage(query), {
    parentId: queue.id,
    ...(status !== undefined && { field: ["status", status] }),
  });
  return { data: data.map(itemAnswer), meta };
}

async function createItem({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const queue = queueOf(service.records, projectId, params);
  const {
    objectId,
    objectType,
    status = "PENDING",
  } = body as Partial<AnnotationQueueItem> & Pick<AnnotationQueueItem, "objectId" | "objectType">;
  const item: AnnotationQueueItem = { objectId, objectType, ...withStatus(status) };
  return itemAnswer(await annotationQueueItems.insert(service.records, projectId, item, { parentId: queue.id }));
}

function readItem({ service, projectId, params }: ApiRequest): unknown {
  const { queueId = "", itemId = "" } = params;
  const found = annotationQueueItems.find(service.records, projectId, itemId, queueId);
  if (found === undefined) throw notFound("annotation queue item", itemId);
  return itemAnswer(found);
}

async function updateItem({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const { queueId = "", itemId = "" } = params;
  const { status } = body as Partial<AnnotationQueueItem>;
  const changed = await annotationQueueItems.change(
    service.records,
    projectId,
    itemId,
    ({ content }) =>
      status === undefined || status === content.status ? content : { ...content, ...withStatus(status) },
    queueId,
  );
  if (changed === undefined) throw notFound("annotation queue item", itemId);
  return itemAnswer(changed);
}

async function removeItem({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const { queueId = "", itemId = "" } = params;
  const found = annotationQueueItems.find(service.records, projectId, itemId, queueId);
  if (found === undefined || !(await annotationQueueItems.remove(service.records, projectId, itemId))) {
    throw notFound("annotation queue item", itemId);
  }
  return { success: true, message: "Annotation queue item deleted successfully" };
}

async function assign({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const queue = queueOf(records, projectId, params);
  const { userId } = body as { userId: string };
  if (findMember(records, userId) === undefined) throw notFound("member", userId);
  const options = { parentId: queue.id, uniqueKey: keyOf(queue.id, userId) };
  try {
    await annotationAssignments.insert(records, projectId, { userId }, options);
  } catch (error) {
    // A user who is already assigned stays assigned.
    if (!(error instanceof WriteConflict)) throw error;
  }
  return { userId, queueId: queue.id, projectId };
}

async function unassign({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const queue = queueOf(service.records, projectId, params);
  const { userId } = body as { userId: string };
  const found = annotationAssignments.findByKey(service.records, projectId, keyOf(queue.id, userId));
  if (found === undefined) throw notFound("assignment of the user", userId);
  await annotationAssignments.remove(service.records, projectId, found.id);
  return { success: true };
}

function queueOf(records: Records, projectId: string, params: ApiRequest["params"]): Document<AnnotationQueue> {
  const id = params["queueId"] ?? "";
  const queue = annotationQueues.find(records, projectId, id);
  if (queue === undefined) throw notFound("annotation queue", id);
  return queue;
}

function keyOf(queueId: string, userId: string): string {
  return `${queueId}/${userId}`;
}

function withStatus(status: AnnotationQueueItem["status"]): Pick<AnnotationQueueItem, "status" | "completedAt"> {
  return { status, completedAt: status === "COMPLETED" ? isoTime(Date.now()) : null };
}

function queueAnswer({ id, content, ...times }: Document<AnnotationQueue>): unknown {
  return { id, ...content, ...recordTimes(times) };
}

function itemAnswer({ id, parentId, content, ...times }: Document<AnnotationQueueItem>): unknown {
  return { id, queueId: parentId, ...content, ...recordTimes(times) };
}
