import { LOCAL_ORGANIZATION } from "../storage/local-project.ts";
import type { Records } from "../storage/records.ts";
import { type Document, Documents } from "../storage/documents.ts";
import { higherRole, type MembershipRole } from "./membership-roles.ts";
import { foldUserName } from "./user-name.ts";

/** Account at an identity provider, which a user signs in with. */
export interface Account {
  /** Setting `SVC_OIDC_ISSUER` under which the account was bound. */
  provider: string;
  /** `iss` and `sub` of the provider's token. Together they are one account for ever. */
  issuer: string;
  subject: string;
  /** E-mail address that the account had at its last sign-in. */
  email: string;
}

/** User that the organization knows. */
export interface User {
  /** E-mail address, as it was written. Two users never have the same in another case. */
  userName: string;
  name: string;
  /** Role in the organization; null for a user who is no longer a member. */
  role: MembershipRole | null;
  /** Roles in single projects, by project id, in addition to the role in the organization. */
  projectRoles: Record<string, MembershipRole>;
  /** Role to come back with, of a user whom the identity provider has deactivated. Such a user has no role. */
  pausedRole?: MembershipRole;
  /** Id of the user at the identity provider, as SCIM sends it. */
  externalId?: string;
  /** Account of the first sign-in. */
  account?: Account;
  /** Addresses of all accounts that the user has signed in with, folded. They stay when the account is forgotten. */
  addresses?: readonly string[];
  /** Number of times that all sessions of the user were ended. A session belongs to one number. */
  sessionNumber?: number;
  /** Id of the user that this record was united with: both were one person. */
  sameAs?: string;
}

/** User who is a member of the organization. */
export interface Member extends User {
  role: MembershipRole;
}

/** Project id under which users are stored among the documents. */
export const USERS_OF: string = LOCAL_ORGANIZATION.id;

/** All records of users, with those that were united with others. Users belong to no project. */
export const users: Documents<User> = new Documents<User>("user", ({ userName, sameAs }) =>
  sameAs === undefined ? foldUserName(userName) : null,
);

/** Returns the user with this id, member or not; undefined when nobody has it. */
export async function findUser(records: Records, userId: string): Promise<Document<User> | undefined> {
  const found = await users.find(records, USERS_OF, userId);
  const other = found?.content.sameAs;
  return other === undefined ? found : findUser(records, other);
}

/** Returns the user with this id, if the user is a member of the organization; undefined otherwise. */
export async function findMember(records: Records, userId: string): Promise<Document<Member> | undefined> {
  const found = await findUser(records, userId);
  return found && isMember(found) ? found : undefined;
}

/** Returns the user with this name, member or not, whatever its case; undefined when nobody has it. */
export async function findKnownUser(records: Records, userName: string): Promise<Document<User> | undefined> {
  return users.findByKey(records, USERS_OF, foldUserName(userName));
}

/** Returns the user who signs in with this account, member or not; undefined for an account that no user has. */
export async function findByAccount(
  records: Records,
  { issuer, subject }: Pick<Account, "issuer" | "subject">,
): Promise<Document<User> | undefined> {
  const known = await listUsers(records);
  return known.find(({ content: { account } }) => account?.issuer === issuer && account.subject === subject);
}

/** Returns true for an address that an account has signed in with before, whoever has it now. */
export async function wasAddressOfAccount(records: Records, email: string): Promise<boolean> {
  const known = await listUsers(records);
  return known.some(({ content }) => addressesOf(content).includes(foldUserName(email)));
}

/** Returns the addresses that accounts of a user have had, folded. */
export function addressesOf({ account, addresses = [] }: Pick<User, "account" | "addresses">): string[] {
  return [...new Set([...addresses, ...(account === undefined ? [] : [foldUserName(account.email)])])];
}

/** Returns what a sign-in with an account leaves at the user: the account, and its address beside those of earlier ones. */
export function signedInWith(
  user: Pick<User, "account" | "addresses">,
  account: Account,
): Required<Pick<User, "account" | "addresses">> {
  return { account, addresses: addressesOf({ account, addresses: addressesOf(user) }) };
}

/** Stores a new user. The name of another user is a `WriteConflict`. */
export async function insertUser(records: Records, user: User): Promise<Document<User>> {
  return users.insert(records, USERS_OF, user);
}

/** Changes a user. The name of another user is a 409. Resolves to undefined when nobody has the id. */
export async function changeUser(
  records: Records,
  userId: string,
  change: (current: User) => User,
): Promise<Document<User> | undefined> {
  const found = await findUser(records, userId);
  return found && users.change(records, USERS_OF, found.id, ({ content }) => change(content));
}

/** Returns a user without any role, whose sessions have ended. The account stays known, so that it cannot come back as somebody new. */
export function withoutMembership(member: User): User {
  const { pausedRole: _, ...user } = member;
  return withoutSessions({ ...user, role: null, projectRoles: {} });
}

/** Returns a user whose sessions have ended. */
export function withoutSessions(user: User): User {
  return { ...user, sessionNumber: sessionNumberOf(user) + 1 };
}

/** Returns a user with this role in the organization. Somebody who was no member signs in with an account of today. */
export function withRole(known: User, role: MembershipRole): User {
  const { pausedRole, account, ...user } = known;
  if (user.role === null && pausedRole === undefined) return { ...user, role, addresses: addressesOf(known) };
  return { ...user, role, ...(account !== undefined && { account }) };
}

/** Returns the number that a session of the user must have. */
export function sessionNumberOf({ sessionNumber = 0 }: User): number {
  return sessionNumber;
}

/** Returns the role of a member in a project: the higher of the role there and the role in the organization. */
export function roleInProject({ role, projectRoles }: Member, projectId: string): MembershipRole {
  return higherRole(role, Object.hasOwn(projectRoles, projectId) ? projectRoles[projectId] : undefined) ?? role;
}

/** Lists all users, former members as well, oldest first. */
export async function listUsers(records: Records): Promise<Array<Document<User>>> {
  const known = await users.all(records, USERS_OF);
  return known.filter(({ content }) => content.sameAs === undefined).toReversed();
}

/** Lists the members of the organization, oldest first. */
export async function listMembers(records: Records): Promise<Array<Document<Member>>> {
  return (await listUsers(records)).filter(isMember);
}

function isMember(user: Document<User>): user is Document<Member> {
  return user.content.role !== null;
}
