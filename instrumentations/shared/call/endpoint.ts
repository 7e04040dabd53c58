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
