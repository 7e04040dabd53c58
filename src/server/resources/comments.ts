import type { ListPart, Listed, Records, Statement } from "../storage/records.ts";
import { joinSql, nameSql, sql } from "../storage/sql.ts";

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

const COLUMNS = sql<Comment>`id, objectType, objectId, content, authorUserId, createdAt, updatedAt`;

/** Builds the statement that stores a comment. */
export function insertComment(projectId: string, comment: Comment): Statement {
  const { id, objectType, objectId, content, authorUserId, createdAt, updatedAt } = comment;
  return sql`INSERT INTO comments (projectId, ${COLUMNS}) VALUES
    (${projectId}, ${id}, ${objectType}, ${objectId}, ${content}, ${authorUserId}, ${createdAt}, ${updatedAt})`;
}

/** Returns the comment with this id; undefined when there is none. */
export async function findComment(records: Records, projectId: string, id: string): Promise<Comment | undefined> {
  return records.get(sql<Comment>`SELECT ${COLUMNS} FROM comments WHERE projectId = ${projectId} AND id = ${id}`);
}

/** Lists comments with the given values in the given fields, newest first. */
export async function listComments(
  records: Records,
  projectId: string,
  fields: Partial<Record<"objectType" | "objectId" | "authorUserId", string>>,
  part: ListPart,
): Promise<Listed<Comment>> {
  const given = Object.entries(fields).map(([column, value]) => sql`${nameSql(column)} = ${value}`);
  const where = joinSql([sql`projectId = ${projectId}`, ...given], " AND ");
  return records.page({ columns: COLUMNS, from: sql`FROM comments WHERE ${where}`, order: sql`seq DESC` }, part);
}

/** Reads the comments on all observations of a project, the oldest first. */
export async function commentsOfObservations(
  records: Records,
  projectId: string,
): Promise<Array<Pick<Comment, "objectId" | "content">>> {
  return records.all(sql<Pick<Comment, "objectId" | "content">>`SELECT objectId, content FROM comments
    WHERE projectId = ${projectId} AND objectType = 'OBSERVATION' ORDER BY seq`);
}
