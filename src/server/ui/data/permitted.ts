import type { ScoreV3 } from "@svc/core/api";
import { includesRole, mayDeleteScoreOf, type MembershipRole } from "../../resources/membership-roles.ts";
import { roleFor } from "../../sign-in/needed-role.ts";
import { signedInId, signedInRole } from "./signed-in.ts";

/** Request that changes a project: method and path of its operation. */
export type Change = `${"POST" | "PUT" | "PATCH" | "DELETE"} /api/${"public" | "local"}/${string}`;

/** Returns the role that a change needs, for a person who does not have it; undefined for whoever may make the change. */
export function lackingRole(change: Change): MembershipRole | undefined {
  const role = signedInRole();
  const [method = "", path = ""] = change.split(" ");
  const needed = roleFor({ method, path });
  return role === undefined || includesRole(role, needed) ? undefined : needed;
}

/** Returns true for a score that the person of the page may delete. */
export function mayDeleteScore({ authorUserId }: ScoreV3): boolean {
  const [id, role] = [signedInId(), signedInRole()];
  if (id === undefined || role === undefined) return true;
  return (
    lackingRole("DELETE /api/public/scores/:scoreId") === undefined && mayDeleteScoreOf(authorUserId, { id, role })
  );
}
