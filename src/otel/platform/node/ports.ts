// Ports to what Node has and other platforms lack. `platform/web/ports.ts` exports the same names.
import { noteCaller } from "@svc/core/internal";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

export { deliveriesAtExit } from "../../exit/deliveries-at-exit.ts";
export { deliverExitQueues } from "../../exit/deliver-exit-queues.ts";
export { atEmptyLoop, deliverAtExit } from "../../exit/process-end.ts";
export { openKeeper } from "../../spool/open-keeper.ts";
export { linkToMainThread, openToThreads } from "../../threads/thread-links.ts";

/** Time that one turn of the event loop has for large media, in milliseconds. */
export const TURN_MS = 4;

let isWatching = false;

/** Remembers of each request to an HTTP server of this process whether its caller samples the trace. */
export function watchCallers(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { headers } = (message as { readonly request: IncomingMessage }).request;
    const { traceparent } = headers;
    noteCaller(typeof traceparent === "string" ? traceparent : undefined);
  });
}
