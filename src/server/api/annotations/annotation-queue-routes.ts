import { foundOr404, invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { readPage } from "../../http/paging.ts";
import type { Document } from "../../storage/documents.ts";
import { type Records, WriteConflict } from "../../storage/records.ts";
import {
  type AnnotationQueue,
  type AnnotationQueueItem,
  annotationAssignments,
  annotationQueueItems,
  annotationQueues,
} from "../../resources/annotation-queues.ts";
import { scoreConfigs } from "../../resources/score-configs.ts";
import { findMember } from "../../resources/users.ts";
import { type DocumentAnswer, documentAnswer } from "../document-answer.ts";
import { pageAnswer } from "../list-answer.ts";
import { type Route, route } from "../routing/route.ts";
import { onConflict } from "../write-conflict.ts";

/** Annotation queues: the objects that people are to score, and the people assigned. */
export const annotationQueueRoutes: readonly Route[] = [
  route("annotationQueues_listQueues", async ({ service, projectId, query }) => {
    const page = readPage(query);
    return pageAnswer(page, await annotationQueues.page(service.records, projectId, page), documentAnswer);
  }),

  route("annotationQueues_createQueue", async ({ service, projectId, body }) => {
    const { records } = service;
    const { name, description = null, scoreConfigIds } = body;
    if (scoreConfigIds.length > MAX_CONFIGS)
      throw invalidParameter("scoreConfigIds", `at most ${MAX_CONFIGS} are taken`);
    const found = await Promise.all(scoreConfigIds.map(async (id) => scoreConfigs.find(records, projectId, id)));
    const known = new Set(found.map((config) => config?.id));
    const unknown = scoreConfigIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw invalidParameter("scoreConfigIds", `there is no score config ${unknown.join(", ")}`);
    const queue: AnnotationQueue = { name, description, scoreConfigIds };
    const stored = await onConflict(annotationQueues.insert(records, projectId, queue, { uniqueKey: name }), () =>
      invalidParameter("name", `there is a queue ${name} already`),
    );
    return documentAnswer(stored);
  }),

  route("annotationQueues_getQueue", async ({ service, projectId, params }) =>
    documentAnswer(await findQueue(service.records, projectId, params.queueId)),
  ),

  route("annotationQueues_listQueueItems", async ({ service, projectId, params, query }) => {
    const { status } = query;
    const { id } = await findQueue(service.records, projectId, params.queueId);
    const page = readPage(query);
    const listed = await annotationQueueItems.page(service.records, projectId, page, {
      parentId: id,
      ...(status !== undefined && { field: ["status", status] }),
    });
    return pageAnswer(page, listed, itemAnswer);
  }),

  route("annotationQueues_createQueueItem", async ({ service, projectId, params, body }) => {
    const { id: parentId } = await findQueue(service.records, projectId, params.queueId);
    const { objectId, objectType, status = "PENDING" } = body;
    const item: AnnotationQueueItem = { objectId, objectType, ...withStatus(status) };
    const uniqueKey = itemKey(parentId, item);
    // An object that is in the queue stays the item that it is, with its status: two people label one item.
    await annotationQueueItems.insert(service.records, projectId, item, { parentId, uniqueKey, isShared: true });
    const stored = await annotationQueueItems.findByKey(service.records, projectId, uniqueKey);
    return itemAnswer(foundOr404(stored, ITEM, objectId));
  }),

  route("annotationQueues_getQueueItem", async ({ service, projectId, params }) =>
    itemAnswer(await findItem(service.records, projectId, params)),
  ),

  route("annotationQueues_updateQueueItem", async ({ service, projectId, params, body }) => {
    const { queueId, itemId } = params;
    const { status } = body;
    const changed = await annotationQueueItems.change(
      service.records,
      projectId,
      itemId,
      ({ content }) =>
        status === undefined || status === content.status ? content : { ...content, ...withStatus(status) },
      queueId,
    );
    return itemAnswer(foundOr404(changed, ITEM, itemId));
  }),

  route("annotationQueues_deleteQueueItem", async ({ service, projectId, params }) => {
    const { id } = await findItem(service.records, projectId, params);
    if (!(await annotationQueueItems.remove(service.records, projectId, id))) throw notFound(ITEM, id);
    return { success: true, message: "Annotation queue item deleted successfully" };
  }),

  route("annotationQueues_createQueueAssignment", async ({ service, projectId, params, body }) => {
    const { records } = service;
    const { userId } = body;
    const { id: queueId } = await findQueue(records, projectId, params.queueId);
    foundOr404(await findMember(records, userId), "member", userId);
    const options = { parentId: queueId, uniqueKey: assignmentKey(queueId, userId) };
    try {
      await annotationAssignments.insert(records, projectId, { userId }, options);
    } catch (error) {
      // A user who is already assigned stays assigned.
      if (!(error instanceof WriteConflict)) throw error;
    }
    return { userId, queueId, projectId };
  }),

  route("annotationQueues_deleteQueueAssignment", async ({ service, projectId, params, body }) => {
    const { records } = service;
    const { userId } = body;
    const { id: queueId } = await findQueue(records, projectId, params.queueId);
    const assignment = await annotationAssignments.findByKey(records, projectId, assignmentKey(queueId, userId));
    const { id } = foundOr404(assignment, "assignment of the user", userId);
    await annotationAssignments.remove(records, projectId, id);
    return { success: true };
  }),
];

/** Maximum number of score configs of a queue. */
const MAX_CONFIGS = 500;

const ITEM = "annotation queue item";

async function findQueue(records: Records, projectId: string, id: string): Promise<Document<AnnotationQueue>> {
  return foundOr404(await annotationQueues.find(records, projectId, id), "annotation queue", id);
}

async function findItem(
  records: Records,
  projectId: string,
  { queueId, itemId }: { queueId: string; itemId: string },
): Promise<Document<AnnotationQueueItem>> {
  return foundOr404(await annotationQueueItems.find(records, projectId, itemId, queueId), ITEM, itemId);
}

function itemKey(queueId: string, { objectType, objectId }: AnnotationQueueItem): string {
  return `${queueId}/${objectType}/${objectId}`;
}

function assignmentKey(queueId: string, userId: string): string {
  return `${queueId}/${userId}`;
}

function withStatus(status: AnnotationQueueItem["status"]): Pick<AnnotationQueueItem, "status" | "completedAt"> {
  return { status, completedAt: status === "COMPLETED" ? isoTime(Date.now()) : null };
}

function itemAnswer(item: Document<AnnotationQueueItem>): DocumentAnswer<AnnotationQueueItem & { queueId: string }> {
  return documentAnswer({ ...item, content: { queueId: item.parentId, ...item.content } });
}
