import type { IncomingMessage } from "node:http";
import { LOCAL_KEYS } from "@svc/core/internal";
import { requireLevel } from "../api/credentials.ts";
import { OPEN_OPTION } from "../api/local-access.ts";
import type { Service } from "../api/service.ts";
import type { ProjectAccess } from "../http/access.ts";
import { HttpError, accessError } from "../http/http-errors.ts";
import type { LocalUse } from "../http/local-request.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="svc-server", charset="UTF-8"' };

/** Parts of the service that let people in. */
type Guard = Pick<Service, "credentials" | "local" | "signIn">;

/** Part of the page that a request asks for. */
export type PagePart = Exclude<LocalUse, "sending">;

const KEYS_NEEDED =
  "This needs a key pair of the service: the public key as name, the secret key as password. svc-server keys makes one. Without keys " +
  "the local project opens only to programs of the service's own machine and to its own page, through no proxy, and only while " +
  `the service has no keys, no sign-in and no public address of its own, or is started with ${OPEN_OPTION}`;

/**
 * Returns the access of a request for a page of the project. With the sign-in, it is that of the person; else that of the key pair, which
 * a browser sends as name and password, or, without keys, that of the local project where the service is open to its machine. Throws
 * the 401 that makes a browser ask for keys, or a 403.
 */
export async function pageAccess(
  { credentials, local, signIn }: Guard,
  request: IncomingMessage,
  part: PagePart,
  projectId: string = LOCAL_PROJECT.id,
): Promise<ProjectAccess> {
  const member = await signIn?.memberIn(request, projectId);
  if (member !== undefined) return { level: "project", projectId, publicKey: null, member };
  if (request.headers.authorization === undefined) {
    if (signIn !== undefined) throw accessError(401, "Sign in to open this page");
    if (await local.admits(request, part)) {
      return { level: "project", projectId: LOCAL_PROJECT.id, publicKey: LOCAL_KEYS.publicKey };
    }
    throw askForKeys(KEYS_NEEDED);
  }
  try {
    const access = await credentials.check(request);
    requireLevel(access, "project");
    if (access.level === "organization") throw new Error("An organization key passed the check for project keys");
    return access;
  } catch (error) {
    throw error instanceof HttpError && error.status === 401 ? askForKeys(String(error.body["message"])) : error;
  }
}

/** Returns the access of a request for the pages of a project. Throws the 401 that makes a browser ask for keys without it. */
export async function accessToPagesOf(
  projectId: string,
  guard: Guard,
  request: IncomingMessage,
  part: PagePart,
): Promise<ProjectAccess> {
  const access = await pageAccess(guard, request, part, projectId);
  if (access.projectId === projectId) return access;
  // The same answer as for an unknown project: nobody learns which projects exist.
  throw askForKeys(`The pages of project ${projectId} need a key pair of that project, as name and password`);
}

/** Returns a project that this browser may open, after access to another project was refused; undefined if there is none. */
export async function openProject(guard: Guard, request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await pageAccess(guard, request, "document")).projectId;
  } catch {
    // A browser keeps no keys that were refused.
    return guard.signIn === undefined && (await guard.local.admits(request, "document")) ? LOCAL_PROJECT.id : undefined;
  }
}

/** Creates the 401 that makes a browser ask for a key pair. */
export function askForKeys(message: string): HttpError {
  return accessError(401, message, CHALLENGE);
}
