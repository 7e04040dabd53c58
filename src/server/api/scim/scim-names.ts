/** Path of the SCIM service. */
export const SCIM_PATH = "/api/public/scim";

/** Names of the schemas that this service uses. */
export const SCHEMA = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  config: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Schema",
} as const;

/** Most users in one answer. */
export const MAX_RESULTS = 100;
