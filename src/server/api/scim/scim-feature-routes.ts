import type { ResourceType, SchemaResource } from "@svc/core/api";
import { foundOr404 } from "../../http/http-errors.ts";
import { type Route, ownRoute, route } from "../routing/route.ts";
import { MAX_RESULTS, SCHEMA, SCIM_PATH } from "./scim-names.ts";

/** Parts of SCIM that this service supports, for identity providers that ask. */
export const scimFeatureRoutes: readonly Route[] = [
  route("scim_getServiceProviderConfig", () => {
    const no = { supported: false };
    return {
      schemas: [SCHEMA.config],
      documentationUri: "https://www.rfc-editor.org/rfc/rfc7643",
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_RESULTS },
      changePassword: no,
      sort: no,
      etag: no,
      authenticationSchemes: [
        {
          name: "Bearer token",
          description: "Secret key of a key pair of the organization",
          specUri: "https://www.rfc-editor.org/rfc/rfc6750",
          type: "oauthbearertoken",
          primary: true,
        },
        {
          name: "HTTP Basic",
          description: "Public key and secret key of the organization",
          specUri: "https://www.rfc-editor.org/rfc/rfc7617",
          type: "httpbasic",
          primary: false,
        },
      ],
      meta: { resourceType: "ServiceProviderConfig", location: `${SCIM_PATH}/ServiceProviderConfig` },
    };
  }),

  route("scim_getResourceTypes", () => ({ schemas: [SCHEMA.list], totalResults: 1, Resources: [USER_TYPE] })),

  route("scim_getSchemas", () => ({ schemas: [SCHEMA.list], totalResults: 1, Resources: [USER_SCHEMA] })),

  ownRoute(
    { method: "GET", path: `${SCIM_PATH}/ResourceTypes/:name`, access: "organization", problems: "scim" },
    ({ params: { name } }) => foundOr404(name === USER_TYPE.id ? USER_TYPE : undefined, "resource type", name),
  ),

  ownRoute(
    { method: "GET", path: `${SCIM_PATH}/Schemas/:name`, access: "organization", problems: "scim" },
    ({ params: { name } }) => foundOr404(name === USER_SCHEMA.id ? USER_SCHEMA : undefined, "schema", name),
  ),
];

const USER_TYPE: ResourceType = {
  schemas: [SCHEMA.resourceType],
  id: "User",
  name: "User",
  endpoint: "/Users",
  description: "Member of the organization",
  schema: SCHEMA.user,
  schemaExtensions: [],
  meta: { resourceType: "ResourceType", location: `${SCIM_PATH}/ResourceTypes/User` },
};

/** Attributes that this service keeps. It takes all others, and forgets them. */
const USER_SCHEMA: SchemaResource = {
  schemas: [SCHEMA.schema],
  id: SCHEMA.user,
  name: "User",
  description: "Member of the organization",
  attributes: [
    attribute("userName", "E-mail address with which the user signs in", { required: true, uniqueness: "server" }),
    attribute("externalId", "Id of the user at the identity provider", { caseExact: true }),
    attribute("name", "Name of the user", {
      type: "complex",
      subAttributes: [attribute("formatted", "Whole name of the user")],
    }),
    attribute("displayName", "Whole name of the user"),
    attribute("active", "Whether the user is a member. False ends every right and session at once", {
      type: "boolean",
    }),
    attribute("emails", "The address in userName", {
      type: "complex",
      multiValued: true,
      mutability: "readOnly",
      subAttributes: [attribute("value", "E-mail address", { mutability: "readOnly" })],
    }),
    attribute("roles", "Role in the organization: OWNER, ADMIN, MEMBER or VIEWER", {
      type: "complex",
      multiValued: true,
      subAttributes: [attribute("value", "Name of the role", { caseExact: true })],
    }),
  ],
  meta: { resourceType: "Schema", location: `${SCIM_PATH}/Schemas/${SCHEMA.user}` },
};

function attribute(name: string, description: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name,
    type: "string",
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...more,
  };
}
