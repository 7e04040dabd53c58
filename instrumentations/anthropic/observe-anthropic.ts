import { observeClient, type ObservablePackage, type SvcConfig } from "@svc/instrumentation";
import { PACKAGE_NAME, PATCHED_CLASSES, TESTED_VERSIONS } from "./patching/patched-classes.ts";

const PACKAGE: ObservablePackage = {
  name: PACKAGE_NAME,
  functionName: "observeAnthropic",
  versions: TESTED_VERSIONS,
  classes: PATCHED_CLASSES,
  userAgent: /^Anthropic\w*\/JS (\S+)$/,
};

/**
 * Records the model calls of a client of the `@anthropic-ai/sdk` package, or of its clients for Amazon Bedrock and Vertex AI,
 * with or without the preload, and applies `config` to them. Returns the same client and replaces nothing of it. With the
 * preload a call is still recorded once. Clients made from it with `withOptions` are observed in the same way. When a client is
 * given again, the last configuration counts for every call of the client. For some calls only, use `withSvcConfig`; for two
 * uses of one client, use `withOptions`. Never throws: logs a warning for a value that is not such a client, and returns the
 * value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeAnthropic(new Anthropic(), { generationName: "answer", tags: ["support"] });
 */
export function observeAnthropic<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(PACKAGE, client, config);
  return client;
}
