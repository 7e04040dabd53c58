import { randomUUID } from "node:crypto";
import type * as Api from "@svc/core/api";
import { foundOr404, invalidParameter, notFound } from "../../http/http-errors.ts";
import { readPage } from "../../http/paging.ts";
import { givenText } from "../../http/request-validation.ts";
import { readObservationQuery } from "../../query/observation-query.ts";
import {
  type Comment,
  type CommentObjectType,
  findComment,
  insertComment,
  listComments,
} from "../../resources/comments.ts";
import { hasPromptVersion } from "../../resources/prompts.ts";
import { pageAnswer } from "../list-answer.ts";
import { recordTimes } from "../record-times.ts";
import { type Route, route } from "../routing/route.ts";
import type { Service } from "../service.ts";
import { readAuthor } from "./author.ts";

/** Comments of people on traces, observations, sessions and prompts. */
export const commentRoutes: readonly Route[] = [
  route("comments_create", async ({ service, projectAccess, projectId, body }) => {
    const { objectType, objectId } = body;
    const content = body.content.trim();
    if (content === "") throw invalidParameter("content", "it is empty");
    const authorUserId = await readAuthor(service, projectAccess, body.authorUserId);
    if (authorUserId instanceof Error) throw authorUserId;
    if (!(await exists(service, projectId, objectType, objectId))) throw notFound(objectType.toLowerCase(), objectId);
    const now = Date.now();
    const id = randomUUID();
    const comment: Comment = { id, objectType, objectId, content, authorUserId, createdAt: now, updatedAt: now };
    await service.records.write([insertComment(projectId, comment)]);
    return { id };
  }),

  route("comments_get", async ({ service, projectId, query }) => {
    const { objectType } = query;
    const objectId = givenText(query.objectId);
    const authorUserId = givenText(query.authorUserId);
    if (objectId !== undefined && objectType === undefined) throw invalidParameter("objectId", "it needs objectType");
    const fields = {
      ...(objectType !== undefined && { objectType }),
      ...(objectId !== undefined && { objectId }),
      ...(authorUserId !== undefined && { authorUserId }),
    };
    const page = readPage(query);
    const listed = await listComments(service.records, projectId, fields, page);
    return pageAnswer(page, listed, (comment) => commentAnswer(projectId, comment));
  }),

  route("comments_getById", async ({ service, projectId, params: { commentId } }) =>
    commentAnswer(
      projectId,
      foundOr404(await findComment(service.records, projectId, commentId), "comment", commentId),
    ),
  ),
];

/** Column of `observations` that holds the id of a commented object. */
const COLUMN: Readonly<Record<Exclude<CommentObjectType, "PROMPT">, string>> = {
  TRACE: "traceId",
  OBSERVATION: "id",
  SESSION: "sessionId",
};

async function exists(
  { observations, records }: Service,
  projectId: string,
  objectType: CommentObjectType,
  value: string,
): Promise<boolean> {
  if (objectType === "PROMPT") return hasPromptVersion(records, projectId, value);
  const filter = JSON.stringify([{ type: "string", column: COLUMN[objectType], operator: "=", value }]);
  return observations.read("hasObservation", projectId, readObservationQuery({ fields: "core", limit: 1, filter }));
}

function commentAnswer(
  projectId: string,
  { id, objectType, objectId, content, authorUserId, ...times }: Comment,
): Api.Comment {
  return { id, projectId, objectType, objectId, content, authorUserId, ...recordTimes(times) };
}
