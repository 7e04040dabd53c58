import { logger } from "@svc/core/internal";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { hasHeader, type UndiciRequest } from "./undici-headers.ts";
import { addTraceHeaders } from "./trace-headers.ts";

const CREATED = "undici:request:create";

/**
 * Carries the trace to the requests of `fetch` and of the `undici` package. Takes the place of OpenTelemetry's instrumentation where nobody
 * receives the spans of requests.
 */
export class UndiciRequests {
  /** Called with the message that loaded this file, too. Never throws: Node would report the error as one that nobody caught. */
  readonly onRequestCreated = (message: unknown): void => {
    const { request } = message as { request: UndiciRequest };
    if (request.method === "CONNECT") return;
    try {
      addTraceHeaders({
        has: (name) => hasHeader(request, name),
        add: (name, value) => request.addHeader(name, value),
      });
    } catch (error) {
      logger.warnOnce("A request does not carry its trace.", error);
    }
  };

  constructor() {
    subscribe(CREATED, this.onRequestCreated);
  }

  /** Leaves requests alone from now on. */
  disable(): void {
    unsubscribe(CREATED, this.onRequestCreated);
  }
}
