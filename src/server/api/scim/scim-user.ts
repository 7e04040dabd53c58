import type { ScimUser } from "@svc/core/api";
import { isoTime } from "../../http/iso-time.ts";
import type { Document } from "../../storage/documents.ts";
import type { MembershipRole } from "../../resources/membership-roles.ts";
import { type User, withRole, withoutMembership } from "../../resources/users.ts";
import { type ScimFields, nameIn } from "./scim-fields.ts";
import { SCHEMA, SCIM_PATH } from "./scim-names.ts";

/** Role of somebody for whom the request names none. */
const DEFAULT_ROLE: MembershipRole = "MEMBER";

/** Returns true for a user whom SCIM shows: a member, or somebody who was deactivated. A user who was deleted is shown no more. */
export function isShown({ role, pausedRole }: User): boolean {
  return role !== null || pausedRole !== undefined;
}

/**
 * Returns a user with the fields of a request. Deactivated, the user has no role anywhere, and every session ends; activated again, the
 * user has the role in the organization from before. Without a word of it, the user stays as active as before.
 */
export function withFields(user: User, fields: ScimFields): User {
  const { userName = user.userName, isActive = user.role !== null, externalId } = fields;
  const { externalId: before, ...others } = user;
  const id = externalId === undefined ? before : (externalId ?? undefined);
  const named = { ...others, userName, name: nameIn(fields) ?? user.name, ...(id !== undefined && { externalId: id }) };
  const role = fields.role ?? user.role ?? user.pausedRole ?? DEFAULT_ROLE;
  return isActive ? withRole(named, role) : { ...withoutMembership(named), pausedRole: role };
}

/** Returns a user as SCIM shows it. */
export function scimUser({ id, content, createdAt, updatedAt }: Document<User>): ScimUser {
  const { userName, name, role, pausedRole, externalId } = content;
  const roles = [role ?? pausedRole].filter((one) => one !== undefined);
  return {
    schemas: [SCHEMA.user],
    id,
    ...(externalId !== undefined && { externalId }),
    userName,
    name: { formatted: name },
    displayName: name,
    active: role !== null,
    emails: [{ primary: true, value: userName, type: "work" }],
    roles: roles.map((value) => ({ value, primary: true })),
    meta: {
      resourceType: "User",
      created: isoTime(createdAt),
      lastModified: isoTime(updatedAt),
      location: `${SCIM_PATH}/Users/${id}`,
    },
  };
}
