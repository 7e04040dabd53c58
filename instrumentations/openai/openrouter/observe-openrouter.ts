import { observeClient, type SvcConfig } from "@svc/instrumentation";
import { OPENROUTER } from "./openrouter-package.ts";

/**
 * Records the model calls of a client of `@openrouter/sdk` or `@openrouter/agent`, with `callModel` as a tree, with or without the
 * preload, and applies `config` to them. Returns the same client and replaces nothing of it. With the preload a call is still recorded
 * once. When a client is given again, the last configuration counts for every call of the client. For some calls only, use
 * `withSvcConfig`. Never throws: logs a warning for a value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeOpenRouter(new OpenRouter(), { generationName: "answer", tags: ["support"] });
 */
export function observeOpenRouter<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(OPENROUTER, client, config);
  return client;
}
