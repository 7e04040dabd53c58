import type { MiddlewareHandler } from "hono";
import { type Credentials, requireLevel } from "./credentials.ts";
import { HttpError, accessError } from "./http-errors.ts";
import { isLocalRequest } from "./local-request.ts";
import type { ServiceEnvironment } from "./service.ts";

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="svc-server", charset="UTF-8"' };

/** Opens the pages to a browser on this machine, and to others with a key pair as name and password. */
export function pageAccess(credentials: Credentials): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const { incoming } = context.env;
    if (!isLocalRequest(incoming)) {
      try {
        requireLevel(credentials.check(incoming), "project");
      } catch (error) {
        if (error instanceof HttpError && error.status === 401) {
          throw accessError(401, String(error.body["message"]), CHALLENGE);
        }
        throw error;
      }
    }
    await next();
  };
}
