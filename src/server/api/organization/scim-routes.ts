import { invalidParameter, namedError, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { textParameter } from "../../http/request-validation.ts";
import { WriteConflict } from "../../storage/records.ts";
import type { Document } from "../../storage/documents.ts";
import { type MembershipRole, USERS_OF, type User, findMember, pageOfMembers, users } from "../../stores/users.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { endMembership } from "./organization-routes.ts";

/** SCIM: an identity provider adds and removes the members of the organization. */
export const scimRoutes: readonly Route[] = [
  { operation: "scim_getServiceProviderConfig", handle: serviceProviderConfig },
  { operation: "scim_getResourceTypes", handle: resourceTypes },
  { operation: "scim_getSchemas", handle: schemas },
  { operation: "scim_listUsers", handle: list },
  { operation: "scim_createUser", handle: create },
  { operation: "scim_getUser", handle: read },
  { operation: "scim_deleteUser", handle: remove },
];

const SCHEMA = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  config: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
} as const;

const PATH = "/api/public/scim";

const ROLES: readonly MembershipRole[] = ["OWNER", "ADMIN", "MEMBER", "VIEWER"];
const DEFAULT_ROLE: MembershipRole = "MEMBER";

/** Most users in one answer. */
const MOST_RESULTS = 100;

interface CreateUserRequest {
  userName: string;
  name: { formatted?: string };
  displayName?: string;
  active?: boolean;
  roles?: string[];
}

function serviceProviderConfig(): unknown {
  const no = { supported: false };
  return {
    schemas: [SCHEMA.config],
    documentationUri: "https://www.rfc-editor.org/rfc/rfc7643",
    patch: no,
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
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
}

function resourceTypes(): unknown {
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
}

function schemas(): unknown {
  const user = {
    id: SCHEMA.user,
    name: "User",
    description: "Member of the organization",
    attributes: [attribute("userName", "string"), attribute("name", "complex")],
    meta: { resourceType: "Schema", location: `${PATH}/Schemas/${SCHEMA.user}` },
  };
  return { schemas: [SCHEMA.list], totalResults: 1, Resources: [user] };
}

function attribute(name: string, type: string): unknown {
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

function list({ service, query }: ApiRequest): unknown {
  const [startIndex, count] = [Number(query["startIndex"]), Number(query["count"])];
  const filter = textParameter(query, "filter");
  const match = filter === undefined ? undefined : /^\s*userName\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i.exec(filter);
  if (match === null) throw invalidParameter("filter", 'only userName eq "…" is supported');
  const { members, total } = pageOfMembers(service.records, match?.[1]?.replaceAll(/\\(.)/g, "$1"), {
    offset: startIndex - 1,
    limit: Math.min(count, MOST_RESULTS),
  });
  return {
    schemas: [SCHEMA.list],
    totalResults: total,
    startIndex,
    itemsPerPage: members.length,
    Resources: members.map(answer),
  };
}

/** Makes a user a member of the organization. A former member becomes a member again. */
async function create({ service, body }: ApiRequest): Promise<unknown> {
  const { userName, name, displayName, active = true, roles = [] } = body as CreateUserRequest;
  const unknown = roles.filter((role) => !ROLES.some((known) => known === role));
  if (unknown.length > 0)
    throw invalidParameter("roles", `there is no ${unknown.join(", ")}; roles are ${ROLES.join(", ")}`);
  if (!active) throw invalidParameter("active", "a user who is not active cannot be made a member");
  const role = ROLES.find((one) => roles.includes(one)) ?? DEFAULT_ROLE;
  const user: User = { userName, name: name.formatted ?? displayName ?? userName, role, projectRoles: {} };
  const { records } = service;
  const known = users.findByKey(records, USERS_OF, userName);
  if (known !== undefined && known.content.role !== null) throw isMember(userName);
  try {
    const made = known
      ? await users.change(records, USERS_OF, known.id, () => user)
      : await users.insert(records, USERS_OF, user, { uniqueKey: userName });
    return new Answer(201, made && answer(made));
  } catch (error) {
    throw error instanceof WriteConflict ? isMember(userName) : error;
  }
}

function read({ service, params }: ApiRequest): unknown {
  const id = params["userId"] ?? "";
  const found = findMember(service.records, id);
  if (found === undefined) throw notFound("user", id);
  return answer(found);
}

async function remove({ service, params }: ApiRequest): Promise<unknown> {
  await endMembership(service.records, params["userId"] ?? "");
  return new Answer(204);
}

function isMember(userName: string): Error {
  return namedError("SvcConflictError", `${userName} is a member of the organization already`);
}

function answer({ id, content, createdAt, updatedAt }: Document<User>): unknown {
  return {
    schemas: [SCHEMA.user],
    id,
    userName: content.userName,
    name: { formatted: content.name },
    emails: [{ primary: true, value: content.userName, type: "work" }],
    meta: { resourceType: "User", created: isoTime(createdAt), lastModified: isoTime(updatedAt) },
  };
}
