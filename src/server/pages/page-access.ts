import type { IncomingMessage } from "node:http";
import { LOCAL_KEYS } from "@svc/core/internal";
import { requireLevel } from "../api/credentials.ts";
import type { Service } from "../api/service.ts";
import type { ProjectAccess } from "../http/access.ts";
import { HttpError, accessError } from "../http/http-errors.ts";
import { isLocalRequest } from "../http/local-request.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="svc-server", charset="UTF-8"' };

/** Parts of the service that let people in. */
type Guard = Pick<Service, "credentials" | "signIn">;

/**
 * Returns the access of a request for a page of the project. With the sign-in, it is that of the person; else that of the key pair, which
 * a browser sends as name and password, or, without keys, that of a browser on this machine to the local project. Throws the
 * 401 that makes a browser ask for keys, or a 403.
 */
export async function pageAccess(
  { credentials, signIn }: Guard,
  request: IncomingMessage,
  projectId: string = LOCAL_PROJECT.id,
): Promise<ProjectAccess> {
  const member = await signIn?.memberIn(request, projectId);
  if (member !== undefined) return { level: "project", projectId, publicKey: null, member };
  if (request.headers.authorization === undefined) {
    if (signIn !== undefined) throw accessError(401, "Sign in to open this page");
    if (isLocalRequest(request)) {
      return { level: "project", projectId: LOCAL_PROJECT.id, publicKey: LOCAL_KEYS.publicKey };
    }
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
): Promise<ProjectAccess> {
  const access = await pageAccess(guard, request, projectId);
  if (access.projectId === projectId) return access;
  // The same answer as for an unknown project: nobody learns which projects exist.
  throw askForKeys(`The pages of project ${projectId} need a key pair of that project, as name and password`);
}

/** Returns the project that a browser can open which was refused another one; undefined when there is none. */
export async function openProject(guard: Guard, request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await pageAccess(guard, request)).projectId;
  } catch {
    // A browser keeps no keys that were refused.
    return guard.signIn === undefined && isLocalRequest(request) ? LOCAL_PROJECT.id : undefined;
  }
}

function askForKeys(message: string): HttpError {
  return accessError(401, message, CHALLENGE);
}
