import { type PageMeta, type PageRequest, pageMeta } from "../http/paging.ts";
import type { Records, Statement } from "../storage/records.ts";

/** Types of object that a comment can belong to. */
export type CommentObjectType = "TRACE" | "OBSERVATION" | "SESSION" | "PROMPT";

/** Comment of a user on an object. Times are milliseconds since 1970. */
export interface Comment {
  id: string;
  objectType: CommentObjectType;
  objectId: string;
  content: string;
  authorUserId: string | null;
  createdAt: number;
  updatedAt: number;
}

const COLUMNS = "id, objectType, objectId, content, authorUserId, createdAt, updatedAt";

/** Builds the statement that stores a comment. */
export function insertComment(projectId: string, comment: Comment): Statement {
  const { id, objectType, objectId, content, authorUserId, createdAt, updatedAt } = comment;
  return {
    sql: `INSERT INTO comments (projectId, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    values: [projectId, id, objectType, objectId, content, authorUserId, createdAt, updatedAt],
  };
}

/** Returns the comment with this id; undefined when there is none. */
export function findComment(records: Records, projectId: string, id: string): Comment | undefined {
  const row = records.get(`SELECT ${COLUMNS} FROM comments WHERE projectId = ? AND id = ?`, projectId, id);
  return row as Comment | undefined;
}

/** Lists one page of comments, newest first, with the given values in the given fields. */
export function listComments(
  records: Records,
  projectId: string,
  fields: Partial<Record<"objectType" | "objectId" | "authorUserId", string>>,
  page: PageRequest,
): { comments: Comment[]; meta: PageMeta } {
  const given = Object.entries(fields);
  const where = ["projectId = ?", ...given.map(([column]) => `${column} = ?`)].join(" AND ");
  const values = [projectId, ...given.map(([, value]) => value)];
  const total = records.get(`SELECT count(*) AS total FROM comments WHERE ${where}`, ...values);
  const rows = records.all(
    `SELECT ${COLUMNS} FROM comments WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`,
    ...values,
    page.limit,
    page.offset,
  );
  return { comments: rows as unknown as Comment[], meta: pageMeta(page, Number(total?.["total"])) };
}
