import type { IncomingMessage } from "node:http";
import { type Credentials, requireLevel } from "../api/credentials.ts";
import { HttpError, accessError } from "../http/http-errors.ts";
import { isLocalRequest } from "../http/local-request.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="svc-server", charset="UTF-8"' };

/**
 * Returns the project whose pages a request may see: that of its key pair, which a browser sends as name and password. Without
 * keys, a browser on this machine sees the local project. Throws the 401 that makes a browser ask for keys, or a 403.
 */
export function pageProject(credentials: Credentials, request: IncomingMessage): string {
  if (request.headers.authorization === undefined && isLocalRequest(request)) return LOCAL_PROJECT.id;
  try {
    const access = credentials.check(request);
    requireLevel(access, "project");
    if (access.level === "organization") throw new Error("An organization key passed the check for project keys");
    return access.projectId;
  } catch (error) {
    throw error instanceof HttpError && error.status === 401 ? askForKeys(String(error.body["message"])) : error;
  }
}

/** Throws the 401 that makes a browser ask for keys, unless the request may see the pages of the project. */
export function requirePagesOf(projectId: string, credentials: Credentials, request: IncomingMessage): void {
  if (pageProject(credentials, request) === projectId) return;
  // The same answer as for an unknown project: nobody learns which projects exist.
  throw askForKeys(`The pages of project ${projectId} need a key pair of that project, as name and password`);
}

function askForKeys(message: string): HttpError {
  return accessError(401, message, CHALLENGE);
}
