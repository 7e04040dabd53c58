/** Role of a member, which decides what the member may do. */
export type MembershipRole = "OWNER" | "ADMIN" | "MEMBER" | "VIEWER";

/** Roles of members, the highest first. Each may do all that the ones behind it may. */
export const ROLES: readonly MembershipRole[] = ["OWNER", "ADMIN", "MEMBER", "VIEWER"];

/** Returns true for a role that may do what `needed` may. */
export function includesRole(role: MembershipRole, needed: MembershipRole): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}

/**
 * Returns true for a member who may delete a score of an author, beside the role that a deletion needs: an admin may delete each, a member
 * those that they gave.
 */
export function mayDeleteScoreOf(author: unknown, { id, role }: { id: string; role: MembershipRole }): boolean {
  return author === id || includesRole(role, "ADMIN");
}

/** Returns the higher of two roles; undefined for two that are undefined. */
export function higherRole(
  one: MembershipRole | undefined,
  other: MembershipRole | undefined,
): MembershipRole | undefined {
  return ROLES.find((role) => role === one || role === other);
}
