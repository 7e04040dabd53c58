import { observeClient, type ObservablePackage, type SvcConfig } from "@svc/instrumentation";
import { MISTRAL } from "./library.ts";
import { PATCHED_CLASSES, TESTED_VERSIONS } from "./patching/patched-classes.ts";

const PACKAGE: ObservablePackage = {
  name: MISTRAL.name,
  functionName: "observeMistral",
  versions: TESTED_VERSIONS,
  classes: PATCHED_CLASSES,
  ...(MISTRAL.transport && { transport: MISTRAL.transport }),
};

/**
 * Records the model calls of a client of `@mistralai/mistralai`, with or without the preload, and applies `config` to them.
 * Returns the same client and replaces nothing of it. With the preload a call is still recorded once. When a client is given
 * again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a value that
 * is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const mistral = observeMistral(new Mistral({ apiKey }), { generationName: "answer", tags: ["support"] });
 */
export function observeMistral<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(PACKAGE, client, config);
  return client;
}
