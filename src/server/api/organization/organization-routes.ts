import { notFound } from "../../http/http-errors.ts";
import type { Records } from "../../storage/records.ts";
import { listApiKeys } from "../../stores/api-keys.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import { findProject, listProjects } from "../../stores/projects.ts";
import { type MembershipRole, USERS_OF, type User, findMember, listMembers, users } from "../../stores/users.ts";
import type { ApiRequest, Route } from "../route.ts";
import { keySummary } from "./project-routes.ts";

/** Organization of this service, the only one: its members, projects and keys. SCIM creates its users. */
export const organizationRoutes: readonly Route[] = [
  { operation: "organizations_getOrganizationMemberships", handle: listOrganizationMembers },
  { operation: "organizations_updateOrganizationMembership", handle: setOrganizationRole },
  { operation: "organizations_deleteOrganizationMembership", handle: removeOrganizationMember },
  { operation: "organizations_getProjectMemberships", handle: listProjectMembers },
  { operation: "organizations_updateProjectMembership", handle: setProjectRole },
  { operation: "organizations_deleteProjectMembership", handle: removeProjectMember },
  { operation: "organizations_getOrganizationProjects", handle: listOrganizationProjects },
  { operation: "organizations_getOrganizationApiKeys", handle: listOrganizationKeys },
];

interface MembershipRequest {
  userId: string;
  role: MembershipRole;
}

function listOrganizationMembers({ service }: ApiRequest): unknown {
  return { memberships: listMembers(service.records).map((user) => membership(user, user.content.role)) };
}

async function setOrganizationRole({ service, body }: ApiRequest): Promise<unknown> {
  const { userId, role } = body as MembershipRequest;
  const changed = await users.change(service.records, USERS_OF, userId, ({ content }) => ({ ...content, role }));
  if (changed === undefined) throw notFound("user", userId);
  return membership(changed, role);
}

async function removeOrganizationMember({ service, body }: ApiRequest): Promise<unknown> {
  const { userId } = body as MembershipRequest;
  await endMembership(service.records, userId);
  return { message: "Membership deleted", userId };
}

/** Ends a membership in the organization and in its projects. The user stays. Throws a 404 for a user who is no member. */
export async function endMembership(records: Records, userId: string): Promise<void> {
  if (findMember(records, userId) === undefined) throw notFound("member", userId);
  await users.change(records, USERS_OF, userId, ({ content }) => ({ ...content, role: null, projectRoles: {} }));
}

function listProjectMembers({ service, params }: ApiRequest): unknown {
  const projectId = existingProject(service.records, params);
  const found = listMembers(service.records).filter(({ content }) => projectId in content.projectRoles);
  return { memberships: found.map((user) => membership(user, user.content.projectRoles[projectId] ?? null)) };
}

async function setProjectRole({ service, params, body }: ApiRequest): Promise<unknown> {
  const { userId, role } = body as MembershipRequest;
  const projectId = existingProject(service.records, params);
  if (findMember(service.records, userId) === undefined) throw notFound("member", userId);
  const changed = await users.change(service.records, USERS_OF, userId, ({ content }) => ({
    ...content,
    projectRoles: { ...content.projectRoles, [projectId]: role },
  }));
  if (changed === undefined) throw notFound("user", userId);
  return membership(changed, role);
}

async function removeProjectMember({ service, params, body }: ApiRequest): Promise<unknown> {
  const { userId } = body as MembershipRequest;
  const projectId = existingProject(service.records, params);
  const member = findMember(service.records, userId);
  if (member === undefined || !(projectId in member.content.projectRoles)) throw notFound("member", userId);
  await users.change(service.records, USERS_OF, userId, ({ content }) => {
    const { [projectId]: _, ...projectRoles } = content.projectRoles;
    return { ...content, projectRoles };
  });
  return { message: "Membership deleted", userId };
}

function listOrganizationProjects({ service }: ApiRequest): unknown {
  return {
    projects: listProjects(service.records).map(({ id, name, metadata, ...times }) => {
      const { createdAt, updatedAt } = recordTimes(times);
      return { id, name, metadata, createdAt, updatedAt };
    }),
  };
}

function listOrganizationKeys({ service }: ApiRequest): unknown {
  return { apiKeys: listApiKeys(service.records, null).map(keySummary) };
}

function existingProject(records: Records, params: ApiRequest["params"]): string {
  const id = params["projectId"] ?? "";
  if (findProject(records, id) === undefined) throw notFound("project", id);
  return id;
}

function membership({ id, content }: Document<User>, role: MembershipRole | null): unknown {
  return { userId: id, role, email: content.userName, name: content.name };
}
