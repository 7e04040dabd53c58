import { reportRequest } from "@svc/instrumentation";
import { BEDROCK } from "../library.ts";
import { addMiddleware } from "../client-middleware.ts";

const watched = new WeakSet<object>();

/** Has a client report the bodies that it sends, each to the call that it is sent in. */
export function watchBodies(client: unknown): void {
  // The body is made in an earlier step, and sent again and again in a later one.
  addMiddleware(watched, client, { step: "build", priority: "low" }, (next) => (args) => {
    reportRequest(BEDROCK, client, [args]);
    return next(args);
  });
}
