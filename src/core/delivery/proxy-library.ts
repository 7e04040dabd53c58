import { logger } from "../logging/logger.ts";

/** Paths of what stands in for Node's agents where those know no proxies: before Node 22.21, and Node 24 before 24.5. */
export interface ProxyLibrary {
  readonly httpProxyAgent: string;
  readonly httpsProxyAgent: string;
  readonly proxyFromEnv: string;
}

/** The library, where it is needed. */
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

/** Only an agent that reads the variables finds this one wrong. */
function knowsProxies(): boolean {
  const { Agent } = process.getBuiltinModule("node:http");
  try {
    new Agent({ proxyEnv: { http_proxy: "http://%" } } as object).destroy();
    return false;
  } catch {
    return true;
  }
}
