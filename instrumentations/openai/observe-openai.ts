import { isFields, logger, textOf, warnOfMisspeltOptions, type Fields } from "@svc/core/internal";
import {
  CONFIG_NAMES,
  copyOfConfig,
  isPatchedVersion,
  observedClients,
  patchForGood,
  recordObservedCalls,
  topOwnerOf,
  transportOf,
  type SvcConfig,
} from "@svc/instrumentation";
import { OPENAI } from "./library.ts";
import { PATCHED_CLASSES, TESTED_VERSIONS, type PatchedClass } from "./patching/patched-classes.ts";

const { client: CLIENT } = transportOf(OPENAI);

/** User agent of a client of the package: its class and the version of the package. */
const USER_AGENT = /^(?:Azure)?OpenAI\/JS (\S+)$/;

/**
 * Records the model calls of a client of the `openai` package, with or without the preload, and applies `config` to them.
 * Returns the same client and replaces nothing of it. With the preload a call is still recorded once. Clients made from it with
 * `withOptions` are observed in the same way. When a client is given again, the last configuration counts for every call of the
 * client. For some calls only, use `withSvcConfig`; for two uses of one client, use `withOptions`. Never throws: logs a warning
 * for a value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeOpenAI(new OpenAI(), { generationName: "answer", tags: ["support"] });
 */
export function observeOpenAI<T extends object>(client: T, config: SvcConfig = {}): T {
  try {
    warnOfMisspeltOptions("observeOpenAI", config, CONFIG_NAMES);
    observe(client, copyOfConfig(config));
  } catch (error) {
    logger.errorOnce(
      "Observing a client of openai failed: its calls are not recorded. The client works as before.",
      error,
    );
  }
  return client;
}

function observe(client: unknown, config: SvcConfig): void {
  // A wrapper around a client has the resources of the inner client, and calls of a resource know only the inner client.
  const clients = new Set(PATCHED_CLASSES.map((row) => recordResource(client, row)).filter((found) => isFields(found)));
  if (clients.size === 0) {
    logger.warnOnce("observeOpenAI was not given a client of the openai package: nothing of it is recorded.");
    return;
  }
  for (const found of clients) {
    isPatchedVersion("openai", libraryVersionOf(found), TESTED_VERSIONS, "calls");
    handConfigDown(found);
    observedClients.set(found, config);
  }
}

/** Records the calls of the resource of this class. Returns the client of the resource; undefined when no method was found. */
function recordResource(client: unknown, { places, methods, newerMethods }: PatchedClass): unknown {
  const resource = places.map((place) => resourceAt(client, place)).find((found) => found !== undefined);
  if (resource === undefined) return undefined;
  let isAnyRecorded = false;
  for (const [name, operation] of Object.entries({ ...methods, ...newerMethods })) {
    const owner = topOwnerOf(resource, name);
    if (owner && recordObservedCalls(owner, name, operation)) isAnyRecorded = true;
  }
  return isAnyRecorded ? resource[CLIENT] : undefined;
}

/** Returns the resource at this place below a client. */
function resourceAt(client: unknown, place: readonly string[]): Fields | undefined {
  const resource = place.reduce((value, name) => (isFields(value) ? value[name] : undefined), client);
  return isFields(resource) && isFields(resource[CLIENT]) ? resource : undefined;
}

/** Observes the clients made from an observed one in the same way; openai 4 cannot make a client from another. */
function handConfigDown(client: object): void {
  const owner = topOwnerOf(client, "withOptions");
  if (owner === undefined) return;
  patchForGood(
    owner,
    "withOptions",
    (method) =>
      function withOptions(this: unknown, ...args: unknown[]): unknown {
        const child = Reflect.apply(method, this, args);
        const config = isFields(this) ? observedClients.get(this) : undefined;
        if (config && isFields(child)) observedClients.set(child, config);
        return child;
      },
  );
}

function libraryVersionOf(client: Fields): string | undefined {
  const userAgent = typeof client.getUserAgent === "function" ? textOf(client.getUserAgent()) : undefined;
  return userAgent === undefined ? undefined : USER_AGENT.exec(userAgent)?.[1];
}
