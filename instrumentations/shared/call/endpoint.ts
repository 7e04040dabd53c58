import type { Endpoint } from "./operation.ts";

const MAX_KNOWN_ENDPOINTS = 100;

/**
 * Returns a function that gives the endpoint at a base URL, the same object for the same URL. `providerOf` names the provider
 * of a host in lower case; it gets undefined for a text that is not a URL.
 */
export function endpointsBy(providerOf: (host: string | undefined) => string): (baseUrl: string) => Endpoint {
  const known = new Map<string, Endpoint>();
  return (baseUrl) => {
    let endpoint = known.get(baseUrl);
    if (endpoint === undefined) {
      endpoint = readEndpoint(baseUrl, providerOf);
      if (known.size < MAX_KNOWN_ENDPOINTS) known.set(baseUrl, endpoint);
    }
    return endpoint;
  };
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
