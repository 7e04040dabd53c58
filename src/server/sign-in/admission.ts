import { accessError } from "../http/http-errors.ts";
import type { Document } from "../storage/documents.ts";
import type { Records } from "../storage/records.ts";
import { retryOnConflict } from "../storage/retry-on-conflict.ts";
import type { MembershipRole } from "../resources/membership-roles.ts";
import { foldUserName, isSameUserName } from "../resources/user-name.ts";
import {
  type Account,
  type User,
  changeUser,
  findByAccount,
  findKnownUser,
  insertUser,
  signedInWith,
  wasAddressOfAccount,
  withRole,
} from "../resources/users.ts";
import type { Identity } from "./claimed-identity.ts";
import type { SignInSettings } from "./sign-in-settings.ts";

/** Settings that decide who is let in. */
type Rules = Pick<SignInSettings, "issuer" | "owners" | "defaultRole">;

/**
 * Returns the member whom the provider names. The account wins over the address: the first sign-in binds the account to the user with
 * its address, and from then on only this account is that user, whatever its address is. Throws a 403 that says why somebody is not let in.
 */
export async function admit(records: Records, rules: Rules, identity: Identity): Promise<Document<User>> {
  return retryOnConflict(async () => {
    const { email, name } = identity;
    const own = await findByAccount(records, identity);
    const known = own ?? (await findKnownUser(records, email));
    if (known !== undefined && known !== own && isBound(known.content, rules)) throw anotherAccount(email);
    const isNew = !(await wasAddressOfAccount(records, email));
    const role = roleOf(known?.content, rules, email, isNew);
    if (role === undefined) throw noMember(email);
    const account: Account = { provider: rules.issuer, issuer: identity.issuer, subject: identity.subject, email };
    if (known === undefined)
      return insertUser(records, { userName: email, name, role, projectRoles: {}, ...signedInWith({}, account) });
    const userName = await nameAfter(records, known, email);
    const { content } = known;
    const isUnchanged = content.role === role && content.userName === userName && isSame(content.account, account);
    if (isUnchanged && content.addresses?.includes(foldUserName(email)) === true) {
      return known;
    }
    const changed = await changeUser(records, known.id, (user) => {
      // Ended, or bound by another sign-in, since it was read.
      if (user.role === null) throw noMember(email);
      if (user.account?.subject !== known.content.account?.subject) throw anotherAccount(email);
      return { ...withRole(user, role), userName, ...signedInWith(user, account) };
    });
    if (changed === undefined) throw noMember(email);
    return changed;
  });
}

/**
 * Returns the role that somebody has after a sign-in; undefined for somebody who is not let in. The first sign-in, which binds the account,
 * may make an owner, if no account had the address before: an address that was given to somebody else is no longer that of the owner.
 * Later sign-ins change no role, whatever address the account has then.
 */
function roleOf(known: User | undefined, rules: Rules, email: string, isNew: boolean): MembershipRole | undefined {
  const { owners, defaultRole } = rules;
  // Neither the list of owners nor the role of unknown people restores a membership that was ended.
  if (known !== undefined && known.role === null) return undefined;
  const isFirst = known === undefined || !isBound(known, rules);
  if (isFirst && isNew && owners.some((owner) => isSameUserName(owner, email))) return "OWNER";
  return known === undefined ? defaultRole : (known.role ?? undefined);
}

/** Returns true for a user with an account of the provider of today. Another provider's accounts are bound anew. */
function isBound({ account }: User, { issuer }: Rules): boolean {
  return account?.provider === issuer;
}

/** Returns the name of a user whose account has an address: a new one of the account becomes the name, unless somebody else has it. */
async function nameAfter(records: Records, { id, content }: Document<User>, email: string): Promise<string> {
  const { userName, account } = content;
  const followsAccount = account !== undefined && isSameUserName(userName, account.email);
  if (!followsAccount || isSameUserName(userName, email)) return userName;
  const other = await findKnownUser(records, email);
  return other === undefined || other.id === id ? email : userName;
}

function isSame(one: Account | undefined, other: Account): boolean {
  return (
    one?.provider === other.provider &&
    one.issuer === other.issuer &&
    one.subject === other.subject &&
    one.email === other.email
  );
}

function noMember(email: string): Error {
  return accessError(403, `${email} is no member of this service. An owner of it can make you one`);
}

function anotherAccount(email: string): Error {
  return accessError(
    403,
    `${email} has signed in with another account of the identity provider before, which alone is that member. ` +
      "An owner can end that membership and make it anew",
  );
}
