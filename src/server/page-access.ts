import type { MiddlewareHandler } from "hono";
import type { Credentials } from "./credentials.ts";
import { HttpError, accessError } from "./http-errors.ts";
import type { ServiceEnvironment } from "./service.ts";

const CHALLENGE = { "WWW-Authenticate": 'Basic realm="svc-server", charset="UTF-8"' };

/**
 * Opens the pages to a browser on this machine, and to others with the key pair as name and password.
 * The Host header counts too: a page of the internet can have its own name resolved to this machine and would then read
 * what is here with the browser's help.
 */
export function pageAccess(credentials: Credentials): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const { socket, headers } = context.env.incoming;
    if (!isLoopbackAddress(socket.remoteAddress ?? "") || !isLoopbackHost(headers.host ?? "")) {
      try {
        credentials.check(context.req.header("authorization"));
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

/** True for the addresses under which a machine reaches itself. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
}

/** True for a Host header that names this machine by its loopback name or address, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d*$/, "");
  return name === "localhost" || isLoopbackAddress(name.replace(/^\[(.*)\]$/, "$1"));
}
