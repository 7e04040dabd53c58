import { LOCAL_ORGANIZATION } from "../storage/local-project.ts";
import type { ListPart, Listed, Records } from "../storage/records.ts";
import { type Document, Documents } from "../storage/documents.ts";

/** Role of a member, which decides what the member may do. */
export type MembershipRole = "OWNER" | "ADMIN" | "MEMBER" | "VIEWER";

/** User that the organization knows. */
export interface User {
  /** E-mail address. */
  userName: string;
  name: string;
  /** Role in the organization; null for a user who is no longer a member. */
  role: MembershipRole | null;
  /** Roles in single projects, by project id, in addition to the role in the organization. */
  projectRoles: Record<string, MembershipRole>;
}

/** User who is a member of the organization. */
export interface Member extends User {
  role: MembershipRole;
}

/** All users that the organization knows. Users belong to no project. */
export const users: Documents<User> = new Documents<User>("user");

/** Project id under which users are stored among the documents. */
export const USERS_OF: string = LOCAL_ORGANIZATION.id;

/** Returns the user with this id, if the user is a member of the organization; undefined otherwise. */
export async function findMember(records: Records, userId: string): Promise<Document<Member> | undefined> {
  const found = await users.find(records, USERS_OF, userId);
  return found && isMember(found) ? found : undefined;
}

/** Lists the members of the organization, oldest first. */
export async function listMembers(records: Records): Promise<Array<Document<Member>>> {
  const known = await users.all(records, USERS_OF);
  return known.filter(isMember).toReversed();
}

function isMember(user: Document<User>): user is Document<Member> {
  return user.content.role !== null;
}

/** Lists the members of the organization, oldest first; with `userName`, only the member with this name. */
export async function pageOfMembers(
  records: Records,
  userName: string | undefined,
  { offset, limit }: ListPart,
): Promise<Listed<Document<Member>>> {
  const members = await listMembers(records);
  const all = members.filter(({ content }) => userName === undefined || content.userName === userName);
  return { items: all.slice(offset, offset + limit), total: all.length };
}
