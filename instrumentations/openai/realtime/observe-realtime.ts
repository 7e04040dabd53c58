import { CONFIG_NAMES, copyOfConfig, observedClients, type SvcConfig } from "@svc/instrumentation";
import { logger, warnOfMisspeltOptions } from "@svc/core/internal";
import { recordClient } from "./socket-classes.ts";

/**
 * Records the responses of one client of a socket as generations, with or without the preload, and applies `config` to them:
 * `OpenAIRealtimeWS`, `OpenAIRealtimeWebSocket` or `ResponsesWS` of the `openai` package. Call it where the client is made:
 * what the socket brought before is not recorded. Returns the same client and replaces nothing of it. With the preload a response
 * is still recorded once. When a client is given again, the last configuration counts. Never throws: logs a warning for a value
 * that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const session = observeRealtime(new OpenAIRealtimeWS({ model: "gpt-realtime" }), { sessionId });
 */
export function observeRealtime<T extends object>(client: T, config: SvcConfig = {}): T {
  try {
    warnOfMisspeltOptions("observeRealtime", config, CONFIG_NAMES);
    if (recordClient(client)) observedClients.set(client, copyOfConfig(config));
    else logger.warnOnce("observeRealtime was not given a client of a socket: nothing of it is recorded.");
  } catch (error) {
    logger.errorOnce(
      "Observing a client of a socket failed: its responses are not recorded. The client works as before.",
      error,
    );
  }
  return client;
}
