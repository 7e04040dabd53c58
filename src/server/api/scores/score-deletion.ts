import type { ProjectAccess } from "../../http/access.ts";
import { accessError } from "../../http/http-errors.ts";
import { mayDeleteScoreOf } from "../../resources/membership-roles.ts";
import type { Service } from "../service.ts";

/**
 * Checks that a caller may delete a score: a key pair and an admin may delete each, a member those that they gave. Throws a 403 for any
 * other. A score that does not exist passes.
 */
export async function checkDeletion(
  { observations }: Pick<Service, "observations">,
  { projectId, member }: ProjectAccess,
  scoreId: string,
): Promise<void> {
  if (member === undefined || mayDeleteScoreOf(undefined, member)) return;
  const { data } = await observations.read("scores", projectId, {
    groups: new Set(["annotation"] as const),
    filters: [{ type: "stringOptions", column: "id", operator: "any of", value: [scoreId] }],
    values: [],
    cursor: undefined,
    limit: 1,
  });
  const [score] = data;
  if (score === undefined || mayDeleteScoreOf(score["authorUserId"], member)) return;
  throw accessError(
    403,
    `${member.email} is ${member.role} in this project and did not give this score. Deleting it needs ADMIN`,
  );
}
