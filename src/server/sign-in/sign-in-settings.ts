import { type MembershipRole, ROLES } from "../resources/membership-roles.ts";
import { foldUserName } from "../resources/user-name.ts";

/** Settings of the sign-in of people by OpenID Connect. */
export interface SignInSettings {
  /** Address of the identity provider, whose configuration lies below it. `http:` only on this machine. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Address at which browsers reach this service, without a path. */
  publicUrl: string;
  /** E-mail addresses, in any case, of people who are owners from their first sign-in. */
  owners: readonly string[];
  /**
   * Issuer whose e-mail addresses count although its tokens have no `email_verified`: the `iss` of its tokens. Undefined: none.
   */
  trustedIssuer?: string | undefined;
  /** Role of people whom nobody has made a member; undefined to refuse them. */
  defaultRole: MembershipRole | undefined;
  /** Secret that seals sessions, the same in all processes of one service. Undefined: a new one with each start. */
  sessionSecret: string | undefined;
}

/** Environment variables of the sign-in. */
export const SIGN_IN_VARIABLES: Readonly<Record<keyof SignInSettings, string>> = {
  issuer: "SVC_OIDC_ISSUER",
  clientId: "SVC_OIDC_CLIENT_ID",
  clientSecret: "SVC_OIDC_CLIENT_SECRET",
  publicUrl: "SVC_PUBLIC_URL",
  owners: "SVC_OIDC_OWNERS",
  trustedIssuer: "SVC_OIDC_TRUSTED_ISSUER",
  defaultRole: "SVC_OIDC_DEFAULT_ROLE",
  sessionSecret: "SVC_SESSION_SECRET",
};

const REQUIRED = ["issuer", "clientId", "clientSecret", "publicUrl"] as const;

const MIN_SECRET_CHARACTERS = 32;

/**
 * Returns the settings of the sign-in in the environment; undefined without an issuer: then key pairs alone open the pages. Throws an
 * error that names the variable which is missing or cannot be used, without its value where that is a secret.
 */
export function signInSettingsIn(environment: NodeJS.ProcessEnv): SignInSettings | undefined {
  const given = (name: keyof SignInSettings): string => environment[SIGN_IN_VARIABLES[name]]?.trim() ?? "";
  if (given("issuer") === "") return undefined;
  const missing = REQUIRED.filter((name) => given(name) === "").map((name) => SIGN_IN_VARIABLES[name]);
  if (missing.length > 0) {
    throw new Error(`${SIGN_IN_VARIABLES.issuer} turns the sign-in on, which needs ${missing.join(" and ")}, too.`);
  }
  return {
    issuer: addressIn("issuer", given("issuer")).href,
    clientId: given("clientId"),
    clientSecret: given("clientSecret"),
    publicUrl: addressIn("publicUrl", given("publicUrl")).origin,
    owners: given("owners")
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(foldUserName),
    trustedIssuer: given("trustedIssuer") === "" ? undefined : addressIn("trustedIssuer", given("trustedIssuer")).href,
    defaultRole: roleIn(given("defaultRole")),
    sessionSecret: secretIn(given("sessionSecret")),
  };
}

/** Returns the address in the environment at which others reach the service; undefined without one. Throws for any other text. */
export function publicUrlIn(environment: NodeJS.ProcessEnv): string | undefined {
  const given = environment[SIGN_IN_VARIABLES.publicUrl]?.trim() ?? "";
  return given === "" ? undefined : addressIn("publicUrl", given).origin;
}

function addressIn(name: "issuer" | "publicUrl" | "trustedIssuer", text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address && /^https?:$/.test(address.protocol) && address.username + address.password === "") return address;
  throw new Error(
    `${SIGN_IN_VARIABLES[name]}: an address such as https://example.com is expected, without a password.`,
  );
}

function roleIn(text: string): MembershipRole | undefined {
  if (text === "") return undefined;
  const role = ROLES.find((one) => one === text.toUpperCase());
  // An owner by default would let everyone with an account do everything.
  if (role !== undefined && role !== "OWNER") return role;
  throw new Error(`${SIGN_IN_VARIABLES.defaultRole} is "${text}", but must be VIEWER, MEMBER or ADMIN.`);
}

function secretIn(text: string): string | undefined {
  if (text === "" || text.length >= MIN_SECRET_CHARACTERS) return text || undefined;
  throw new Error(
    `${SIGN_IN_VARIABLES.sessionSecret} has ${text.length} characters, but needs at least ${MIN_SECRET_CHARACTERS}. ` +
      "Make one: openssl rand -base64 32",
  );
}
