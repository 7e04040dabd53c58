import { LOCAL_ORGANIZATION } from "../storage/local-project.ts";
import type { ListPart, Listed, Records } from "../storage/records.ts";
import { type Document, Documents } from "../storage/documents.ts";
import { higherRole, type MembershipRole } from "./roles.ts";

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

/** Returns the user with this name, member or not, whatever its case; undefined when nobody has it. */
export async function findKnownUser(records: Records, userName: string): Promise<Document<User> | undefined> {
  const known = await users.all(records, USERS_OF);
  return known.find(({ content }) => content.userName.toLowerCase() === userName.toLowerCase());
}

/** Makes a user a member, whom the organization may know already. */
export async function admitMember(
  records: Records,
  known: Document<User> | undefined,
  member: Member,
): Promise<Document<Member>> {
  // Two sign-ins at once of one person make one user.
  if (known === undefined) {
    await users.insert(records, USERS_OF, member, { uniqueKey: member.userName, isShared: true });
  } else {
    await users.change(records, USERS_OF, known.id, ({ content }) => ({ ...content, role: member.role }));
  }
  const admitted = await findKnownUser(records, member.userName);
  if (admitted === undefined || !isMember(admitted)) throw new Error(`${member.userName} was removed meanwhile`);
  return admitted;
}

/** Returns the role of a member in a project: the higher of the role there and the role in the organization. */
export function roleInProject({ role, projectRoles }: Member, projectId: string): MembershipRole {
  return higherRole(role, Object.hasOwn(projectRoles, projectId) ? projectRoles[projectId] : undefined) ?? role;
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
