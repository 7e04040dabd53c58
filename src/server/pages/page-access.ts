import type { IncomingMessage } from "node:http";
import { LOCAL_KEYS } from "@svc/core/internal";
import { type Credentials, requireLevel } from "../api/credentials.ts";
import type { Access } from "../http/access.ts";
import { HttpError, accessError } from "../http/http-errors.ts";
import { isLocalRequest } from "../http/local-request.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="svc-server", charset="UTF-8"' };

/** Access to one project. */
type ProjectAccess = Exclude<Access, { level: "organization" }>;

/**
 * Returns the access of a request for a page: that of its key pair, which a browser sends as name and password. Without keys, a
 * browser on this machine sees the local project. Throws the 401 that makes a browser ask for keys, or a 403.
 */
export async function pageAccess(credentials: Credentials, request: IncomingMessage): Promise<ProjectAccess> {
  if (request.headers.authorization === undefined && isLocalRequest(request)) {
    return { level: "project", projectId: LOCAL_PROJECT.id, publicKey: LOCAL_KEYS.publicKey };
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
  credentials: Credentials,
  request: IncomingMessage,
): Promise<ProjectAccess> {
  const access = await pageAccess(credentials, request);
  if (access.projectId === projectId) return access;
  // The same answer as for an unknown project: nobody learns which projects exist.
  throw askForKeys(`The pages of project ${projectId} need a key pair of that project, as name and password`);
}

/** Returns the project that a browser can open which was refused another one; undefined when there is none. */
export async function openProject(credentials: Credentials, request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await pageAccess(credentials, request)).projectId;
  } catch {
    // A browser keeps no keys that were refused.
    return isLocalRequest(request) ? LOCAL_PROJECT.id : undefined;
  }
}

function askForKeys(message: string): HttpError {
  return accessError(401, message, CHALLENGE);
}
