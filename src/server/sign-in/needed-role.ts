import type { SignedInMember } from "../http/access.ts";
import { accessError } from "../http/http-errors.ts";
import { isReading } from "../http/reading-methods.ts";
import { includesRole, type MembershipRole } from "../resources/membership-roles.ts";

/** Request that a person makes: method and path of its operation, as the API document has them. */
interface Action {
  readonly method: string;
  readonly path: string;
}

/** Effect of a method: `reads` is GET and HEAD, `removes` is DELETE, `changes` is any other. */
type MethodClass = "reads" | "changes" | "removes";

/**
 * Role that an action needs: the first row that fits counts. A viewer reads, a member works with the project, an admin decides what all
 * members depend on, and what cannot be undone.
 */
const RULES: ReadonlyArray<readonly [needed: MembershipRole, does: readonly MethodClass[], paths: RegExp]> = [
  ["ADMIN", ["reads"], /\/audit-log$/],
  ["VIEWER", ["reads"], /^/],
  ["ADMIN", ["removes"], /^\/api\/public\/traces(?:\/|$)/],
  ["ADMIN", ["changes", "removes"], /^\/api\/public\/(?:models|llm-connections|projects)(?:\/|$)/],
  ["MEMBER", ["changes", "removes"], /^/],
];

/** Returns the lowest role that an action needs. */
export function roleFor({ method, path }: Action): MembershipRole {
  const does = classOf(method);
  const rule = RULES.find(([, classes, paths]) => classes.includes(does) && paths.test(path));
  return rule?.[0] ?? "OWNER";
}

function classOf(method: string): MethodClass {
  if (isReading(method)) return "reads";
  return method === "DELETE" ? "removes" : "changes";
}

/** Throws a 403 for an action that the role of a person does not include. */
export function requireRole({ email, role }: SignedInMember, action: Action): void {
  const needed = roleFor(action);
  if (includesRole(role, needed)) return;
  throw accessError(403, `${email} is ${role} in this project, and this needs ${needed}. An owner can change the role`);
}
