import { logger } from "../../logging/logger.ts";

/**
 * Module paths of the library that replaces Node's agents where they do not support proxies: before Node 22.21, and Node 24
 * before 24.5.
 */
export interface ProxyLibrary {
  readonly httpProxyAgent: string;
  readonly httpsProxyAgent: string;
  readonly proxyFromEnv: string;
}

/** Returns the proxy library, or undefined when Node supports proxies itself or the library is missing. */
export function proxyLibrary(): ProxyLibrary | undefined {
  if (knowsProxies()) return undefined;
  try {
    const { resolve } = process.getBuiltinModule("node:module").createRequire(import.meta.url);
    return {
      httpProxyAgent: resolve("http-proxy-agent"),
      httpsProxyAgent: resolve("https-proxy-agent"),
      proxyFromEnv: resolve("proxy-from-env"),
    };
  } catch {
    logger.errorOnce(
      `Requests go without the proxy of HTTP_PROXY and HTTPS_PROXY: this bundle lacks what Node ${process.versions.node} needs for it. Use Node 22.21, 24.5 or later.`,
    );
    return undefined;
  }
}

/** Returns true when Node's agents support proxies. Only an agent that reads `proxyEnv` rejects this invalid address. */
function knowsProxies(): boolean {
  const { Agent } = process.getBuiltinModule("node:http");
  try {
    new Agent({ proxyEnv: { http_proxy: "http://%" } } as object).destroy();
    return false;
  } catch {
    return true;
  }
}
