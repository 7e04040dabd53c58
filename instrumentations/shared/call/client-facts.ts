import { isFields, rememberSecret } from "@svc/core/internal";
import { ownData } from "../data/plain-data.ts";
import type { Endpoint } from "./operation.ts";

/**
 * Returns a function that returns the endpoint at a base URL. `providerOf` names the provider of a host in lower case; it gets
 * undefined for a text that is not a URL.
 */
export function endpointsBy(providerOf: (host: string | undefined) => string): (baseUrl: string) => Endpoint {
  return (baseUrl) => readEndpoint(baseUrl, providerOf);
}

function readEndpoint(baseUrl: string, providerOf: (host: string | undefined) => string): Endpoint {
  if (!URL.canParse(baseUrl)) return { provider: providerOf(undefined) };
  const url = new URL(baseUrl);
  const host = url.hostname.toLowerCase();
  return {
    provider: providerOf(host),
    address: host,
    port: url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port),
  };
}

/** Fields in which the clients of packages keep the key of the provider. */
const PLACES: ReadonlyArray<readonly string[]> = [
  ["apiKey"],
  ["authToken"],
  ["_options", "apiKey"],
  ["_options", "token"],
  ["options", "apiKey"],
  ["apiClient", "clientOptions", "apiKey"],
];

const known = new WeakSet<object>();

/** Remembers the key that a client holds as plain data, so that no text of an error shows it, whatever the provider answers. */
export function rememberKeyOf(client: unknown): void {
  if (!isFields(client) || known.has(client)) return;
  known.add(client);
  for (const place of PLACES) {
    const key = place.reduce<unknown>(ownData, client);
    if (typeof key === "string") rememberSecret(key);
  }
}
