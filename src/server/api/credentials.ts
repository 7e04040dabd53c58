import type { IncomingMessage } from "node:http";
import { LOCAL_KEYS } from "@svc/core/internal";
import type { Access, AccessLevel } from "../http/access.ts";
import { accessError } from "../http/http-errors.ts";
import { isSimpleChangeOfOtherPage } from "../http/simple-change.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import type { Records } from "../storage/records.ts";
import { type ApiKey, type KeyPair, findByPublicKey, findBySecretKey, hashSecretKey } from "../resources/api-keys.ts";
import type { LocalAccess } from "./local-access.ts";

const WRONG_HOST_HINT = "Confirm that you've configured the correct host.";

const NOT_LOCAL =
  `The keys ${LOCAL_KEYS.publicKey} are known to everyone. They open a service only to programs of its own machine and to its own ` +
  "page, through no proxy, and only while it has no keys, no sign-in and no public address of its own. Use a key pair of the " +
  "service: svc-server keys makes one.";

const OF_OTHER_PAGE =
  "A page of another origin sent this change with a key pair. It is taken with a content type for which browsers ask first, such as " +
  "application/json.";

export class Credentials {
  readonly #records: Records;
  readonly #ownKeys: KeyPair | undefined;
  readonly #local: LocalAccess;
  readonly #log: (line: string) => void;
  readonly #reported = new Set<string>();

  /** `ownKeys`: an additional pair for the local project, accepted from everywhere. */
  constructor(records: Records, ownKeys: KeyPair | undefined, local: LocalAccess, log: (line: string) => void) {
    this.#records = records;
    this.#ownKeys = ownKeys;
    this.#local = local;
    this.#log = log;
  }

  /**
   * Returns the access of a request with `Basic base64(publicKey:secretKey)`, `Bearer publicKey`, or `Bearer secretKey` of the
   * organization, as identity providers send it. Rejects with a 401 or 403 for any other request, also
   * for a secret key with the public key of another pair.
   */
  async check(request: IncomingMessage): Promise<Access> {
    const { authorization } = request.headers;
    if (!authorization) throw accessError(401, "No authorization header");
    const [scheme = "", value = ""] = authorization.trim().split(/\s+/, 2);
    switch (scheme.toLowerCase()) {
      case "basic":
        return this.#checkPair(Buffer.from(value, "base64").toString("utf8"), request);
      case "bearer":
        return (await this.#findOrganization(value)) ?? this.#checkPublicKey(value, request);
      default:
        throw accessError(401, "Invalid authorization header");
    }
  }

  async #checkPair(pair: string, request: IncomingMessage): Promise<Access> {
    const separator = pair.indexOf(":");
    const [publicKey, secretKey] = [pair.slice(0, separator), pair.slice(separator + 1)];
    const key = separator < 0 ? undefined : await this.#findPair(secretKey);
    const own = key === "local" ? LOCAL_KEYS.publicKey : key?.publicKey;
    if (own !== undefined && own !== publicKey) this.#reportMismatch(own);
    if (key === undefined || own !== publicKey) throw accessError(401, `Invalid credentials. ${WRONG_HOST_HINT}`);
    if (isSimpleChangeOfOtherPage(request)) throw accessError(403, OF_OTHER_PAGE);
    if (key === "local") {
      if (!(await this.#local.admits(request, "data"))) throw accessError(403, NOT_LOCAL);
      return { level: "project", projectId: LOCAL_PROJECT.id, publicKey };
    }
    return key.projectId === null
      ? { level: "organization", publicKey: key.publicKey }
      : { level: "project", projectId: key.projectId, publicKey: key.publicKey };
  }

  async #findPair(secretKey: string): Promise<Pick<ApiKey, "projectId" | "publicKey"> | "local" | undefined> {
    const own = this.#ownKeys;
    if (own && isSame(own.secretKey, secretKey)) return { projectId: LOCAL_PROJECT.id, publicKey: own.publicKey };
    return isSame(secretKey, LOCAL_KEYS.secretKey) ? "local" : findBySecretKey(this.#records, secretKey);
  }

  async #findOrganization(secretKey: string): Promise<Access | undefined> {
    const key = await findBySecretKey(this.#records, secretKey);
    return key?.projectId === null ? { level: "organization", publicKey: key.publicKey } : undefined;
  }

  async #checkPublicKey(publicKey: string, request: IncomingMessage): Promise<Access> {
    const isKnown = publicKey === LOCAL_KEYS.publicKey;
    if (isKnown && !(await this.#local.admits(request, "sending"))) throw accessError(403, NOT_LOCAL);
    const isLocal = isKnown || publicKey === this.#ownKeys?.publicKey;
    const projectId = isLocal ? LOCAL_PROJECT.id : (await findByPublicKey(this.#records, publicKey))?.projectId;
    if (projectId == null) throw accessError(401, `Invalid public key. ${WRONG_HOST_HINT}`);
    return { level: "scores", projectId, publicKey };
  }

  /** Logs once for each pair that a client sends its secret key with another public key. */
  #reportMismatch(publicKey: string): void {
    if (this.#reported.has(publicKey)) return;
    this.#reported.add(publicKey);
    this.#log(
      `a client sends the secret key of ${publicKey} with another public key and is refused. Correct its public key`,
    );
  }
}

/** Compares two secret keys by their hashes, so that the duration does not reveal where they differ. */
function isSame(given: string, expected: string): boolean {
  return hashSecretKey(given) === hashSecretKey(expected);
}

/** Throws a 403 for credentials whose access does not include the needed level. */
export function requireLevel(access: Access, needed: AccessLevel): void {
  if (access.level === needed || (needed === "scores" && access.level === "project")) return;
  if (access.level === "organization") {
    throw accessError(403, "Project ID not found for API token. Are you using an organization key?");
  }
  throw accessError(403, "Access denied - insufficient permissions for this endpoint");
}
