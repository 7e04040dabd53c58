import type { MembershipResponse, MembershipRole } from "@svc/core/api";
import { foundOr404 } from "../../http/http-errors.ts";
import type { Document } from "../../storage/documents.ts";
import type { Records } from "../../storage/records.ts";
import { type User, changeUser, findMember, withoutMembership } from "../../resources/users.ts";

/**
 * Ends a membership in the organization and in its projects, and every session of the member. The user stays. Throws a 404 for a user
 * who is no member.
 */
export async function endMembership(records: Records, userId: string): Promise<void> {
  foundOr404(await findMember(records, userId), "member", userId);
  await changeUser(records, userId, withoutMembership);
}

/** Returns a membership in the organization or in a project as it is answered. */
export function membershipAnswer({ id, content }: Document<User>, role: MembershipRole): MembershipResponse {
  return { userId: id, role, email: content.userName, name: content.name };
}
