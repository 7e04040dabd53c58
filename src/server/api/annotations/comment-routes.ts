import { randomUUID } from "node:crypto";
import { invalidParameter, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { textParameter } from "../../http/request-validation.ts";
import { readObservationQuery } from "../../query/observation-query.ts";
import {
  type Comment,
  type CommentObjectType,
  findComment,
  insertComment,
  listComments,
} from "../../stores/comments.ts";
import { recordTimes } from "../../storage/documents.ts";
import { hasPromptVersion } from "../../stores/prompts.ts";
import { findMember } from "../../stores/users.ts";
import type { ApiRequest, Route } from "../route.ts";
import type { Service } from "../service.ts";

/** Comments of people on traces, observations, sessions and prompts. */
export const commentRoutes: readonly Route[] = [
  { operation: "comments_create", handle: create },
  { operation: "comments_get", handle: list },
  { operation: "comments_getById", handle: read },
];

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const {
    objectType,
    objectId,
    content,
    authorUserId = null,
  } = body as Omit<Comment, "authorUserId"> & {
    authorUserId?: string | null;
  };
  const text = content.trim();
  if (text === "") throw invalidParameter("content", "it is empty");
  if (authorUserId !== null && findMember(service.records, authorUserId) === undefined) {
    throw invalidParameter("authorUserId", `${authorUserId} is no member of the organization`);
  }
  if (!(await isThere(service, projectId, objectType, objectId))) throw notFound(objectType.toLowerCase(), objectId);
  const now = Date.now();
  const id = randomUUID();
  const comment: Comment = { id, objectType, objectId, content: text, authorUserId, createdAt: now, updatedAt: now };
  await service.records.write([insertComment(projectId, comment)]);
  return { id };
}

function list({ service, projectId, query }: ApiRequest): unknown {
  const objectType = textParameter(query, "objectType");
  const objectId = textParameter(query, "objectId");
  const authorUserId = textParameter(query, "authorUserId");
  if (objectId !== undefined && objectType === undefined) throw invalidParameter("objectId", "it needs objectType");
  const fields = {
    ...(objectType !== undefined && { objectType }),
    ...(objectId !== undefined && { objectId }),
    ...(authorUserId !== undefined && { authorUserId }),
  };
  const { comments, meta } = listComments(service.records, projectId, fields, readPage(query));
  return { data: comments.map((comment) => answer(projectId, comment)), meta };
}

function read({ service, projectId, params }: ApiRequest): unknown {
  const id = params["commentId"] ?? "";
  const found = findComment(service.records, projectId, id);
  if (found === undefined) throw notFound("comment", id);
  return answer(projectId, found);
}

/** Column of `observations` that holds the id of a commented object. */
const COLUMN: Readonly<Record<Exclude<CommentObjectType, "PROMPT">, string>> = {
  TRACE: "traceId",
  OBSERVATION: "id",
  SESSION: "sessionId",
};

async function isThere(
  { observations, records }: Service,
  projectId: string,
  objectType: CommentObjectType,
  value: string,
): Promise<boolean> {
  if (objectType === "PROMPT") return hasPromptVersion(records, projectId, value);
  const filter = JSON.stringify([{ type: "string", column: COLUMN[objectType], operator: "=", value }]);
  return observations.has(projectId, readObservationQuery({ fields: "core", limit: 1, filter }));
}

function answer(projectId: string, { id, objectType, objectId, content, authorUserId, ...times }: Comment): unknown {
  return { id, projectId, objectType, objectId, content, authorUserId, ...recordTimes(times) };
}
