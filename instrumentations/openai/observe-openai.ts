import { isFields, logger, textOf, warnOfMisspeltOptions, type Fields } from "@svc/core";
import { recordObservedCalls } from "./call/recorded-method.ts";
import { CONFIG_NAMES, copyOfConfig, type SvcConfig } from "./call/svc-config.ts";
import { CLIENT } from "./call/traced-call.ts";
import { observedClients } from "./patching/observed-clients.ts";
import { patchMethod, topOwnerOf } from "./patching/patch.ts";
import { PATCHED_CLASSES, type PatchedClass } from "./patching/patched-classes.ts";
import { warnIfUntested } from "./patching/tested-versions.ts";

/** How a client of the package introduces itself: its class and the version of the package. */
const USER_AGENT = /^(?:Azure)?OpenAI\/JS (\S+)$/;

/**
 * Has the model calls of a client of the `openai` package recorded, with or without the preload, and says what is known
 * about them. Gives the same client: nothing of it is replaced, and with the preload a call is still recorded once.
 * Clients made from it with `withOptions` are observed in the same way. Given again, the last configuration counts, for
 * every call of the client: for some calls only there is `withSvcConfig`, for two uses of one client `withOptions`.
 * Never throws: what is not such a client is given back with a warning.
 *
 * Without the preload an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel` has to be started.
 *
 * @example
 * const client = observeOpenAI(new OpenAI(), { generationName: "answer", tags: ["support"] });
 */
export function observeOpenAI<T extends object>(client: T, config: SvcConfig = {}): T {
  try {
    warnOfMisspeltOptions("observeOpenAI", config, CONFIG_NAMES);
    observe(client, copyOfConfig(config));
  } catch (error) {
    logger.errorOnce("Could not observe a client of the openai package; its calls are not recorded", error);
  }
  return client;
}

function observe(client: unknown, config: SvcConfig): void {
  // A wrapper around a client has the resources of the client underneath, which is what their calls know.
  const clients = new Set(PATCHED_CLASSES.map((row) => recordResource(client, row)).filter((found) => isFields(found)));
  if (clients.size === 0) {
    logger.warnOnce("observeOpenAI was not given a client of the openai package: nothing of it is recorded.");
    return;
  }
  for (const found of clients) {
    warnIfUntested(versionOf(found));
    handConfigDown(found);
    observedClients.set(found, config);
  }
}

/** Has the resource recorded that is of this class, and gives the client it belongs to. */
function recordResource(client: unknown, { files, methods, newerMethods }: PatchedClass): unknown {
  const resource = files.map((file) => resourceAt(client, file)).find((found) => found !== undefined);
  if (resource === undefined) return undefined;
  let isAnyRecorded = false;
  for (const [name, operation] of Object.entries({ ...methods, ...newerMethods })) {
    const owner = topOwnerOf(resource, name);
    if (owner && recordObservedCalls(owner, name, operation)) isAnyRecorded = true;
  }
  return isAnyRecorded ? resource[CLIENT] : undefined;
}

/** The resource whose class is in this file: `resources/audio/speech` is `client.audio.speech`. */
function resourceAt(client: unknown, file: string): Fields | undefined {
  // A class can be in a file of its own in a folder of the same name: `resources/responses/responses`.
  const path = file.split("/").filter((name, index, names) => index > 0 && name !== names[index - 1]);
  const resource = path.reduce((value, name) => (isFields(value) ? value[name] : undefined), client);
  return isFields(resource) && isFields(resource[CLIENT]) ? resource : undefined;
}

/** Has the clients made from an observed one observed in the same way; openai 4 makes none. */
function handConfigDown(client: object): void {
  const owner = topOwnerOf(client, "withOptions");
  if (owner === undefined) return;
  const patch = patchMethod(
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
  if (patch) patch.isForObserved = true;
}

function versionOf(client: Fields): string | undefined {
  const userAgent = typeof client.getUserAgent === "function" ? textOf(client.getUserAgent()) : undefined;
  return userAgent === undefined ? undefined : USER_AGENT.exec(userAgent)?.[1];
}
