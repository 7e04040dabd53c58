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
  "client-cert",
  "front-end-https",
  "remote-addr",
  "surrogate-capability",
  "true-client-ip",
  "x-client-ip",
  "x-client-address",
  "x-cluster-client-ip",
  "x-coming-from",
  "x-host",
  "x-queue-start",
  "x-request-start",
  "x-scheme",
  "x-url-scheme",
  "x-varnish",
]);

/** Words of names, between hyphens, by which such headers tell whose request it was, or on which way it came. */
const WORDS: ReadonlySet<string> = new Set([
  ..."addr cdn clientip edge forward forwarded forwarder forwarding gateway ingress ip ips ipv4 ipv6 originating".split(
    " ",
  ),
  ..."proxied proxy proxymesh proxyuser realip remoteip sourceip tunnel via".split(" "),
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
  "oidc-",
  "remote-",
  "ssl-client-",
  "x-amzn-mtls-",
  "x-amzn-oidc-",
  "x-amzn-tls-",
  "x-authentik-",
  "x-client-cert",
  "x-client-verify",
  "x-consumer-",
  "x-ssl-",
  "x-vouch-",
  "x-webauth-",
  "x-ms-client-principal",
  "x-pomerium-",
  // Meshes.
  "dapr-",
  "l5d-",
  "x-envoy-",
  "x-istio-",
  // Content delivery networks and hosts.
  "akamai-",
  "ali-",
  "cf-",
  "cdn-",
  "cloudfront-",
  "disguised-",
  "do-connecting-",
  "eagleeye-",
  "eo-",
  "fastly-",
  "fly-",
  "incap-",
  "ngrok-",
  "rndr-",
  "tencent-",
  "wl-proxy-",
  "x-akamai-",
  "x-amz-cf-",
  "x-apisix-",
  "x-appengine-",
  "x-arr-",
  "x-azure-",
  "x-bluecoat-",
  "x-devtunnels-",
  "x-fd-",
  "x-haproxy-",
  "x-heroku-",
  "x-iinfo",
  "x-imforwards",
  "x-kong-",
  "x-nf-",
  "x-nginx-",
  "x-railway-",
  "x-replit-",
  "x-rewrite-",
  "x-serverless-",
  "x-sucuri-",
  "x-vercel-",
  "x-waws-",
];

/** Returns true for the headers of a request that a proxy passed on. Empty values count, and names with underscores for hyphens. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((sent) => {
    const name = sent.replaceAll("_", "-");
    return (
      NAMES.has(name) ||
      BEGINNINGS.some((beginning) => name.startsWith(beginning)) ||
      name.split("-").some((word) => WORDS.has(word))
    );
  });
}
