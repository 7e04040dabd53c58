import type { IncomingHttpHeaders } from "node:http";

/**
 * Headers by which proxies, load balancers, tunnels and meshes say that they pass a request on. Headers that applications set as well,
 * such as those of trace contexts and request ids, are none of them.
 */
const NAMES: ReadonlySet<string> = new Set([
  // HTTP itself.
  "forwarded",
  "via",
  "cdn-loop",
  "early-data",
  "max-forwards",
  // What most proxies add.
  "client-ip",
  "front-end-https",
  "remote-addr",
  "true-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-coming-from",
  "x-host",
  "x-queue-start",
  "x-request-start",
  "x-scheme",
  "x-url-scheme",
  "x-varnish",
]);

/** Beginnings of such headers, for those that proxies have many of. */
const BEGINNINGS: readonly string[] = [
  "x-forwarded",
  "x-original-",
  "x-proxy",
  "x-real-",
  "x-remote-",
  // Access proxies.
  "tailscale-",
  "x-auth-request-",
  "x-goog-authenticated-user-",
  "x-goog-iap-",
  "x-ms-client-principal",
  "x-pomerium-",
  // Meshes.
  "l5d-",
  "x-envoy-",
  "x-istio-",
  // Content delivery networks and hosts.
  "akamai-",
  "cf-",
  "cloudfront-",
  "fastly-",
  "fly-",
  "incap-",
  "x-akamai-",
  "x-amz-cf-",
  "x-appengine-",
  "x-arr-",
  "x-azure-",
  "x-nf-",
  "x-sucuri-",
  "x-vercel-",
];

/** Returns true for the headers of a request that a proxy passed on. Empty values count, and names with underscores for hyphens. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((sent) => {
    const name = sent.replaceAll("_", "-");
    return NAMES.has(name) || BEGINNINGS.some((beginning) => name.startsWith(beginning));
  });
}
