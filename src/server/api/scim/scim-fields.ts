import { isObject } from "../../http/json.ts";
import { type MembershipRole, ROLES } from "../../resources/membership-roles.ts";
import { isPrintable } from "../../resources/shown-text.ts";
import { isAddress } from "../../resources/user-name.ts";
import { SCHEMA } from "./scim-names.ts";
import { scimProblem } from "./scim-problem.ts";

/** Fields of a user that a request names, as this service keeps them. */
export interface ScimFields {
  userName?: string;
  isActive?: boolean;
  /** Null to forget it. */
  externalId?: string | null;
  role?: MembershipRole;
  formattedName?: string;
  displayName?: string;
  givenName?: string;
  familyName?: string;
}

/** Readers of the attributes that this service keeps, by their names in lower case. Providers send many more, which are left out. */
const ATTRIBUTES: Readonly<Record<string, (value: unknown) => ScimFields>> = {
  username: (value) => ({ userName: addressIn(value) }),
  active: (value) => ({ isActive: booleanIn(value) }),
  externalid: (value) => (value === null ? { externalId: null } : textIn("externalId", value)),
  displayname: (value) => textIn("displayName", value),
  "name.formatted": (value) => textIn("formattedName", value),
  "name.givenname": (value) => textIn("givenName", value),
  "name.familyname": (value) => textIn("familyName", value),
  roles: rolesIn,
  "roles.value": rolesIn,
};

/** Attributes that hold others. */
const HOLDERS: ReadonlySet<string> = new Set(["name", SCHEMA.user.toLowerCase()]);

const PREFIX = `${SCHEMA.user.toLowerCase()}:`;

/** Returns the name of an attribute in lower case, without the schema before it: names in SCIM have no case. */
export function attributeName(name: string): string {
  const folded = name.toLowerCase();
  return folded.startsWith(PREFIX) ? folded.slice(PREFIX.length) : folded;
}

/** Returns true for an attribute that this service keeps. */
export function isKept(attribute: string): boolean {
  return Object.hasOwn(ATTRIBUTES, attribute) || HOLDERS.has(attribute);
}

/** Reads one attribute. Throws a 400 for a value that it cannot have. */
export function readAttribute(attribute: string, value: unknown): ScimFields {
  if (HOLDERS.has(attribute)) {
    if (!isObject(value)) throw scimProblem("invalidValue", `${attribute}: an object is expected`);
    return readAttributes(value, attribute === "name" ? "name." : "");
  }
  return Object.hasOwn(ATTRIBUTES, attribute) ? (ATTRIBUTES[attribute]?.(value) ?? {}) : {};
}

/** Reads the attributes of a user: a resource, or the value of a change without a path. Throws a 400 for a value that one cannot have. */
export function readAttributes(resource: Readonly<Record<string, unknown>>, within = ""): ScimFields {
  const fields = Object.entries(resource).map(([name, value]) => readAttribute(within + attributeName(name), value));
  return Object.assign({}, ...fields) as ScimFields;
}

/** Returns the name of a person in the fields; undefined when they name none. */
export function nameIn({ formattedName, displayName, givenName, familyName }: ScimFields): string | undefined {
  const parts = givenName && familyName ? `${givenName} ${familyName}` : undefined;
  return formattedName || displayName || parts;
}

function addressIn(value: unknown): string {
  if (typeof value === "string" && isAddress(value)) return value.trim();
  throw scimProblem(
    "invalidValue",
    `userName: ${JSON.stringify(value)?.slice(0, 100)} is no e-mail address. People sign in with the address that the identity provider has of ` +
      "them: send that one as userName",
  );
}

/** Reads a boolean, also as the text that Entra ID sends. */
function booleanIn(value: unknown): boolean {
  const text = typeof value === "string" ? value.toLowerCase() : value;
  if (text === true || text === "true") return true;
  if (text === false || text === "false") return false;
  throw scimProblem("invalidValue", `active: ${JSON.stringify(value)} is neither true nor false`);
}

function textIn(
  field: "externalId" | "displayName" | "formattedName" | "givenName" | "familyName",
  value: unknown,
): ScimFields {
  if (typeof value === "string" && !isPrintable(value)) {
    throw scimProblem(
      "invalidValue",
      `${field}: ${JSON.stringify(value)} has control characters. Send it without them`,
    );
  }
  if (typeof value === "string") return { [field]: value };
  if (value === null) return {};
  throw scimProblem("invalidValue", `${field}: a text is expected`);
}

/** Reads roles: names, or objects with a `value`, in a list or alone. The highest counts. An empty list names none. */
function rolesIn(value: unknown): ScimFields {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const names = list.map((item) => (isObject(item) ? item["value"] : item));
  const unknown = names.filter((name) => !ROLES.some((role) => role === name));
  if (unknown.length > 0) {
    throw scimProblem(
      "invalidValue",
      `roles: there is no ${JSON.stringify(unknown[0])}; roles are ${ROLES.join(", ")}`,
    );
  }
  const role = ROLES.find((one) => names.includes(one));
  return role === undefined ? {} : { role };
}
