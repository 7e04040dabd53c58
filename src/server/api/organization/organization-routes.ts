import { foundOr404, notFound } from "../../http/http-errors.ts";
import type { Records } from "../../storage/records.ts";
import { listApiKeys } from "../../resources/api-keys.ts";
import { findProject, listProjects } from "../../resources/projects.ts";
import { changeUser, findMember, listMembers, withRole } from "../../resources/users.ts";
import { recordTimes } from "../record-times.ts";
import { type Route, route } from "../routing/route.ts";
import { apiKeyAnswer } from "./api-key-answer.ts";
import { endMembership, membershipAnswer } from "./membership.ts";

/** Organization of this service, the only one: its members, projects and keys. SCIM creates its users. */
export const organizationRoutes: readonly Route[] = [
  route("organizations_getOrganizationMemberships", async ({ service }) => ({
    memberships: (await listMembers(service.records)).map((user) => membershipAnswer(user, user.content.role)),
  })),

  route("organizations_updateOrganizationMembership", async ({ service, body: { userId, role } }) => {
    const changed = await changeUser(service.records, userId, (user) => withRole(user, role));
    return membershipAnswer(foundOr404(changed, "user", userId), role);
  }),

  route("organizations_deleteOrganizationMembership", async ({ service, body: { userId } }) => {
    await endMembership(service.records, userId);
    return { message: "Membership deleted", userId };
  }),

  route("organizations_getProjectMemberships", async ({ service, params: { projectId } }) => {
    await checkProject(service.records, projectId);
    const memberships = (await listMembers(service.records)).flatMap((user) => {
      const role = user.content.projectRoles[projectId];
      return role === undefined ? [] : [membershipAnswer(user, role)];
    });
    return { memberships };
  }),

  route("organizations_updateProjectMembership", async ({ service, params: { projectId }, body: { userId, role } }) => {
    await checkProject(service.records, projectId);
    foundOr404(await findMember(service.records, userId), "member", userId);
    const changed = await changeUser(service.records, userId, (user) => {
      foundOr404(user.role ?? undefined, "member", userId);
      return { ...user, projectRoles: { ...user.projectRoles, [projectId]: role } };
    });
    return membershipAnswer(foundOr404(changed, "user", userId), role);
  }),

  route("organizations_deleteProjectMembership", async ({ service, params: { projectId }, body: { userId } }) => {
    await checkProject(service.records, projectId);
    const { content: member } = foundOr404(await findMember(service.records, userId), "member", userId);
    if (!(projectId in member.projectRoles)) throw notFound("member", userId);
    await changeUser(service.records, userId, (user) => {
      const { [projectId]: _, ...projectRoles } = user.projectRoles;
      return { ...user, projectRoles };
    });
    return { message: "Membership deleted", userId };
  }),

  route("organizations_getOrganizationProjects", async ({ service }) => ({
    projects: (await listProjects(service.records)).map(({ id, name, metadata, ...times }) => {
      const { createdAt, updatedAt } = recordTimes(times);
      return { id, name, metadata, createdAt, updatedAt };
    }),
  })),

  route("organizations_getOrganizationApiKeys", async ({ service }) => ({
    apiKeys: (await listApiKeys(service.records, null)).map(apiKeyAnswer),
  })),
];

/** Throws a 404 for an unknown project. */
async function checkProject(records: Records, projectId: string): Promise<void> {
  foundOr404(await findProject(records, projectId), "project", projectId);
}
