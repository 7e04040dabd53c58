import { type HttpError, accessError, invalidParameter } from "../../http/http-errors.ts";
import { findMember } from "../../resources/users.ts";
import type { ProjectAccess } from "../../http/access.ts";
import type { Service } from "../service.ts";

/**
 * Returns the author of a judgement: the person who is signed in or, for a key pair, the member that the body names, if any. Returns the
 * error for a body that names somebody else than the person, or nobody that the organization knows, and for a public key, which knows nobody.
 */
export async function readAuthor(
  { records }: Pick<Service, "records">,
  { level, member }: ProjectAccess,
  given: string | null | undefined,
): Promise<string | null | HttpError> {
  const named = given || null;
  if (member !== undefined) {
    if (named === null || named === member.id) return member.id;
    return accessError(403, "authorUserId: a person judges in their own name. Leave it out");
  }
  if (named === null) return null;
  if (level === "scores") return accessError(403, "authorUserId: a public key names no author. Use a key pair");
  const found = await findMember(records, named);
  if (found !== undefined) return found.id;
  return invalidParameter("authorUserId", `${named} is no member of the organization`);
}
