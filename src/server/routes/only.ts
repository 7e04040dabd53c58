import type { Handler, Hono } from "hono";
import { namedError } from "../http-errors.ts";
import type { ServiceEnvironment } from "../service.ts";

/** Answers one method at a path, and every other with 405. */
export function only(
  app: Hono<ServiceEnvironment>,
  method: "GET" | "POST",
  path: string,
  handler: Handler<ServiceEnvironment>,
): void {
  app.on(method, path, handler);
  app.all(path, () => {
    throw namedError("MethodNotAllowedError", `Method not allowed: use ${method}`, { Allow: method });
  });
}
