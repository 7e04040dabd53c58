import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { noteCaller } from "@svc/core/internal";

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
