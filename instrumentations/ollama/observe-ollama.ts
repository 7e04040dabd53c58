import { observeClient, type ObservablePackage, type SvcConfig } from "@svc/instrumentation";
import { OLLAMA } from "./library.ts";
import { OLLAMA_CLASS, TESTED_VERSIONS } from "./patching/ollama-class.ts";

const PACKAGE: ObservablePackage = {
  name: OLLAMA.name,
  functionName: "observeOllama",
  versions: TESTED_VERSIONS,
  classes: [OLLAMA_CLASS],
  ...(OLLAMA.transport && { transport: OLLAMA.transport }),
};

/**
 * Records the model calls of a client of `ollama`, with or without the preload, and applies `config` to them. The default export
 * of the package is a client too. Returns the same client and replaces nothing of it. With the preload a call is still recorded
 * once. When a client is given again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws:
 * logs a warning for a value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const ollama = observeOllama(new Ollama(), { generationName: "answer", tags: ["support"] });
 */
export function observeOllama<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(PACKAGE, client, config);
  return client;
}
