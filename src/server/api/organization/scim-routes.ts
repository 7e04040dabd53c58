import type * as Api from "@svc/core/api";
import { foundOr404, invalidParameter, namedError } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { givenText } from "../../http/request-validation.ts";
import type { Document } from "../../storage/documents.ts";
import { type MembershipRole, ROLES } from "../../stores/roles.ts";
import { USERS_OF, type User, findMember, pageOfMembers, users } from "../../stores/users.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import { onConflict } from "../write-conflict.ts";
import { endMembership } from "./membership.ts";

/** SCIM: an identity provider adds and removes the members of the organization. */
export const scimRoutes: readonly Route[] = [
  route("scim_getServiceProviderConfig", () => {
    const no = { supported: false };
    return {
      schemas: [SCHEMA.config],
      documentationUri: "https://www.rfc-editor.org/rfc/rfc7643",
      patch: no,
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_RESULTS },
      changePassword: no,
      sort: no,
      etag: no,
      authenticationSchemes: [
        {
          name: "HTTP Basic",
          description: "Public key and secret key of the organization",
          specUri: "https://www.rfc-editor.org/rfc/rfc7617",
          type: "httpbasic",
          primary: true,
        },
      ],
      meta: { resourceType: "ServiceProviderConfig", location: `${PATH}/ServiceProviderConfig` },
    };
  }),

  route("scim_getResourceTypes", () => {
    const user = {
      schemas: [SCHEMA.resourceType],
      id: "User",
      name: "User",
      endpoint: "/Users",
      description: "Member of the organization",
      schema: SCHEMA.user,
      schemaExtensions: [],
      meta: { resourceType: "ResourceType", location: `${PATH}/ResourceTypes/User` },
    };
    return { schemas: [SCHEMA.list], totalResults: 1, Resources: [user] };
  }),

  route("scim_getSchemas", () => {
    const user = {
      id: SCHEMA.user,
      name: "User",
      description: "Member of the organization",
      attributes: [attribute("userName", "string"), attribute("name", "complex")],
      meta: { resourceType: "Schema", location: `${PATH}/Schemas/${SCHEMA.user}` },
    };
    return { schemas: [SCHEMA.list], totalResults: 1, Resources: [user] };
  }),

  route("scim_listUsers", async ({ service, query }) => {
    const { startIndex, count } = query;
    const filter = givenText(query.filter);
    const match = filter === undefined ? undefined : /^\s*userName\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i.exec(filter);
    if (match === null) throw invalidParameter("filter", 'only userName eq "…" is supported');
    const { items, total } = await pageOfMembers(service.records, match?.[1]?.replaceAll(/\\(.)/g, "$1"), {
      offset: startIndex - 1,
      limit: Math.min(count, MAX_RESULTS),
    });
    return {
      schemas: [SCHEMA.list],
      totalResults: total,
      startIndex,
      itemsPerPage: items.length,
      Resources: items.map(userAnswer),
    };
  }),

  /** Makes a user a member of the organization. A former member becomes a member again. */
  route("scim_createUser", async ({ service, body }) => {
    const { userName, name, displayName, active = true, roles = [] } = body;
    const unknown = roles.filter((role) => !ROLES.some((known) => known === role));
    if (unknown.length > 0)
      throw invalidParameter("roles", `there is no ${unknown.join(", ")}; roles are ${ROLES.join(", ")}`);
    if (!active) throw invalidParameter("active", "a user who is not active cannot be made a member");
    const role = ROLES.find((one) => roles.includes(one)) ?? DEFAULT_ROLE;
    const user: User = { userName, name: name.formatted ?? displayName ?? userName, role, projectRoles: {} };
    const { records } = service;
    const known = await users.findByKey(records, USERS_OF, userName);
    if (known !== undefined && known.content.role !== null) throw alreadyMember(userName);
    const made = await onConflict(
      known
        ? users.change(records, USERS_OF, known.id, () => user)
        : users.insert(records, USERS_OF, user, { uniqueKey: userName }),
      () => alreadyMember(userName),
    );
    return new Answer(201, userAnswer(foundOr404(made, "user", userName)));
  }),

  route("scim_getUser", async ({ service, params: { userId } }) =>
    userAnswer(foundOr404(await findMember(service.records, userId), "user", userId)),
  ),

  route("scim_deleteUser", async ({ service, params }) => {
    await endMembership(service.records, params.userId);
    return new Answer(204);
  }),
];

const SCHEMA = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  config: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
} as const;

const PATH = "/api/public/scim";

const DEFAULT_ROLE: MembershipRole = "MEMBER";

/** Maximum number of users in one answer. */
const MAX_RESULTS = 100;

function attribute(name: string, type: string): Record<string, unknown> {
  return {
    name,
    type,
    multiValued: false,
    required: true,
    caseExact: true,
    mutability: "readWrite",
    returned: "default",
    uniqueness: name === "userName" ? "server" : "none",
  };
}

function alreadyMember(userName: string): Error {
  return namedError("SvcConflictError", `${userName} is a member of the organization already`);
}

function userAnswer({ id, content, createdAt, updatedAt }: Document<User>): Api.ScimUser {
  return {
    schemas: [SCHEMA.user],
    id,
    userName: content.userName,
    name: { formatted: content.name },
    emails: [{ primary: true, value: content.userName, type: "work" }],
    meta: { resourceType: "User", created: isoTime(createdAt), lastModified: isoTime(updatedAt) },
  };
}
