import type { PageRequest } from "../http/paging.ts";
import { LOCAL_ORGANIZATION } from "../storage/local-project.ts";
import type { Records } from "../storage/records.ts";
import { type Document, Documents } from "./documents.ts";

/** What a member may do. */
export type MembershipRole = "OWNER" | "ADMIN" | "MEMBER" | "VIEWER";

/** A person that the organization knows. */
export interface User {
  /** The e-mail address. */
  userName: string;
  name: string;
  /** Null for one who is no member any more. */
  role: MembershipRole | null;
  /** Roles in projects by their ids, beside the one in the organization. */
  projectRoles: Record<string, MembershipRole>;
}

/** Everyone that the organization knows: users belong to no project. */
export const users: Documents<User> = new Documents<User>("user");

/** Where users stand among the documents. */
export const USERS_OF: string = LOCAL_ORGANIZATION.id;

/** The user with this id, if they are a member of the organization. */
export function findMember(records: Records, userId: string): Document<User> | undefined {
  const found = users.find(records, USERS_OF, userId);
  return found?.content.role === null ? undefined : found;
}

/** The members of the organization, the first first. */
export function listMembers(records: Records): Array<Document<User>> {
  return users
    .all(records, USERS_OF)
    .filter(({ content }) => content.role !== null)
    .toReversed();
}

/** The part of the members that is asked for, and how many there are. */
export function pageOfMembers(
  records: Records,
  userName: string | undefined,
  { offset, limit }: Pick<PageRequest, "offset" | "limit">,
): { members: Array<Document<User>>; total: number } {
  const all = listMembers(records).filter(({ content }) => userName === undefined || content.userName === userName);
  return { members: all.slice(offset, offset + limit), total: all.length };
}
