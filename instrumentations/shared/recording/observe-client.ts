import { isFields, logger, textOf, warnOfMisspeltOptions, type Fields } from "@svc/core/internal";
import { CONFIG_NAMES, copyOfConfig, type SvcConfig } from "../call/call-config.ts";
import { patchForGood, topOwnerOf } from "../patching/patch.ts";
import { isPatchedVersion, type TestedVersions } from "../patching/tested-versions.ts";
import type { RecordedClass } from "./recorded-class.ts";
import { transportOf } from "../request/call-request.ts";
import type { Transport } from "../request/request-form.ts";
import { observedClients, recordObservedCalls } from "./recorded-method.ts";

/** Class of a package whose calls are recorded, and where a client has its objects. */
export interface ClientClass extends RecordedClass {
  /** Places of an object below a client: `["chat", "completions"]` is `client.chat.completions`. */
  readonly places: ReadonlyArray<readonly string[]>;
}

/** Class of a package as a client shows it: its objects, without its files. */
export type ObservableClass = Pick<ClientClass, "places" | "methods" | "newerMethods">;

/** Package whose clients can be observed one by one. */
export interface ObservablePackage {
  /** Name of the package, for log lines. */
  readonly name: string;
  /** Name of the function that the application calls, for log lines. */
  readonly functionName: string;
  readonly versions: TestedVersions;
  readonly classes: readonly ObservableClass[];
  /** Records what the client itself does, besides the calls of its objects. Returns false for a client that does nothing more. */
  readonly observeItself?: (client: object) => boolean;
  /** Way in which its objects reach the network; absent for an SDK made by Stainless. */
  readonly transport?: Transport;
  /** Pattern of the user agent of a client, with the version of the package; absent where a client has none. */
  readonly userAgent?: RegExp;
}

/** Records the model calls of one client, for good, with this configuration. Never throws. */
export function observeClient(found: ObservablePackage, client: unknown, config: SvcConfig): void {
  try {
    warnOfMisspeltOptions(found.functionName, config, CONFIG_NAMES);
    observe(found, client, copyOfConfig(config));
  } catch (error) {
    logger.errorOnce(
      `Observing a client of ${found.name} failed: its calls are not recorded. The client works as before.`,
      error,
    );
  }
}

function observe(found: ObservablePackage, given: unknown, config: SvcConfig): void {
  const { name, functionName, versions, classes, userAgent, observeItself } = found;
  // A wrapper around a client has the resources of the inner client, and calls of a resource know only the inner client.
  const transport = transportOf(found);
  const clients = new Set(
    classes.map((row) => recordResource(given, row, transport)).filter((client) => isFields(client)),
  );
  if (isFields(given) && observeItself?.(given)) clients.add(given);
  if (clients.size === 0) {
    logger.warnOnce(`${functionName} was not given a client of the ${name} package: nothing of it is recorded.`);
    return;
  }
  for (const client of clients) {
    if (userAgent) isPatchedVersion(name, libraryVersionOf(client, userAgent), versions, "calls");
    handConfigDown(client);
    observedClients.set(client, config);
  }
}

/**
 * Records the calls of the resource of this class. Returns the client, which the resource keeps in a field or is itself;
 * undefined when no method was found.
 */
function recordResource(client: unknown, row: ObservableClass, transport: Transport): unknown {
  const { places, methods, newerMethods } = row;
  const resource = places
    .map((place) => resourceAt(client, place))
    .find((found): found is Fields => isFields(found) && isResource(found, row, transport));
  if (resource === undefined) return undefined;
  let isAnyRecorded = false;
  for (const [name, operation] of Object.entries({ ...methods, ...newerMethods })) {
    const owner = topOwnerOf(resource, name);
    if (owner && recordObservedCalls(owner, name, operation)) isAnyRecorded = true;
  }
  if (!isAnyRecorded) return undefined;
  return transport.client === undefined ? resource : resource[transport.client];
}

/** Returns the value at this place below a client. */
function resourceAt(client: unknown, place: readonly string[]): unknown {
  return place.reduce((value, name) => (isFields(value) ? value[name] : undefined), client);
}

/** Returns true for an object that keeps a client, or that has the methods of a client. */
function isResource(found: Fields, { methods }: ObservableClass, { client, send }: Transport): boolean {
  if (client !== undefined) return isFields(found[client]);
  const names = [...Object.keys(methods), ...(send === undefined ? [] : [send])];
  return names.every((name) => topOwnerOf(found, name) !== undefined);
}

/** Observes the clients made from an observed one in the same way. Old versions cannot make a client from another. */
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

function libraryVersionOf(client: Fields, pattern: RegExp): string | undefined {
  const userAgent = typeof client.getUserAgent === "function" ? textOf(client.getUserAgent()) : undefined;
  return userAgent === undefined ? undefined : pattern.exec(userAgent)?.[1];
}
