import { isFields, logger, warnOfMisspeltOptions } from "@svc/core/internal";
import { CONFIG_NAMES, copyOfConfig, observedClients, type SvcConfig } from "@svc/instrumentation";
import { recordObservedSends } from "./recording/recorded-send.ts";

/** Service of the package's clients, as their configuration names it. */
const SERVICE_ID = "Bedrock Runtime";

/**
 * Records the model calls of a client of `@aws-sdk/client-bedrock-runtime`, with or without the preload, and applies `config` to
 * them. Returns the same client. With the preload a call is still recorded once. When a client is given again, the last
 * configuration counts for every call of the client. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a
 * value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeBedrock(new BedrockRuntimeClient(), { generationName: "answer", tags: ["support"] });
 */
export function observeBedrock<T extends object>(client: T, config: SvcConfig = {}): T {
  try {
    warnOfMisspeltOptions("observeBedrock", config, CONFIG_NAMES);
    const prototype = clientPrototype(client);
    if (prototype && recordObservedSends(prototype)) {
      observedClients.set(client, copyOfConfig(config));
    } else {
      logger.warnOnce(
        "observeBedrock was not given a client of @aws-sdk/client-bedrock-runtime: nothing of it is recorded.",
      );
    }
  } catch (error) {
    logger.errorOnce(
      "Observing a client of @aws-sdk/client-bedrock-runtime failed: its calls are not recorded. The client works as before.",
      error,
    );
  }
  return client;
}

/**
 * Returns the prototype of the client class that all clients of the package share, which is the one above that of all AWS clients.
 */
function clientPrototype(client: object): object | undefined {
  const config: unknown = Reflect.get(client, "config");
  if (!isFields(config) || config.serviceId !== SERVICE_ID) return undefined;
  const chain: object[] = [];
  for (
    let at = Reflect.getPrototypeOf(client);
    at !== null && at !== Object.prototype;
    at = Reflect.getPrototypeOf(at)
  ) {
    chain.push(at);
  }
  return chain.at(-2);
}
