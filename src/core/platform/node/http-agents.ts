import type { Agent as HttpAgent, AgentOptions } from "node:http";
import type * as Https from "node:https";
import type { Socket } from "node:net";
import type * as Tls from "node:tls";
import type { AgentSettings } from "./agent-settings.ts";

/** HTTP agents for requests, each created on first use. */
export interface HttpAgents {
  /** Returns the agent for a request to this address. */
  for(url: string): HttpAgent;
  destroy(): void;
}

/** Constructors of `http-proxy-agent` and `https-proxy-agent`. */
type ProxyAgentModule = Record<string, new (proxy: string, options: object) => HttpAgent & { options: object }>;

/**
 * Creates agents that keep connections alive, use the proxies and present the certificates of the settings. The function
 * also runs from its source text in a thread: it may use only its parameters and globals.
 *
 * @param isBackground True when connections do not keep the process alive, not even while they are being made.
 */
export function createHttpAgents(
  require: (id: string) => unknown,
  settings: AgentSettings | undefined,
  isBackground: boolean,
): HttpAgents {
  const { proxies, tls } = settings ?? {};
  const { library } = proxies ?? {};
  const agents = new Map<string, HttpAgent>();

  const create = (isSecure: boolean, isDirect: boolean, proxy: string | undefined): HttpAgent => {
    const options: AgentOptions & { secureContext?: Tls.SecureContext } = { keepAlive: true, maxSockets: 8 };
    if (isSecure && tls) {
      const { createSecureContext } = require("node:tls") as typeof Tls;
      options.secureContext = createSecureContext(tls as Tls.SecureContextOptions);
    }
    if (proxy === undefined || library === undefined) {
      const { Agent } = require(isSecure ? "node:https" : "node:http") as typeof Https;
      if (isDirect || proxies === undefined || library) return new Agent(options);
      const agent = new Agent({ ...options, proxyEnv: proxies } as AgentOptions);
      const connect = agent.createConnection.bind(agent);
      agent.createConnection = (target, callback) => {
        const connection = connect(target, callback);
        if (isBackground) (connection as Socket | undefined)?.unref();
        return connection;
      };
      return agent;
    }
    const constructors = require(isSecure ? library.httpsProxyAgent : library.httpProxyAgent) as ProxyAgentModule;
    const agent = new constructors[isSecure ? "HttpsProxyAgent" : "HttpProxyAgent"]!(proxy, options);
    // The library's agent does not expose the options it was given. Node applies an agent's `options` to the agent's requests.
    return Object.assign(agent, { options: { ...agent.options, ...options } });
  };

  /** Returns the proxy for this address, if any, when Node's own agents do not support proxies. */
  const proxyFor = (url: string, isSecure: boolean): string | undefined => {
    if (library === undefined) return undefined;
    const { getProxyForUrl } = require(library.proxyFromEnv) as { getProxyForUrl: (url: string) => string };
    return getProxyForUrl(url) === "" ? undefined : proxies?.[isSecure ? "https_proxy" : "http_proxy"];
  };

  return {
    for(url) {
      const isSecure = url.startsWith("https:");
      // To a proxy these names mean its own machine, but the local service runs on this one.
      const isDirect = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
      const proxy = isDirect ? undefined : proxyFor(url, isSecure);
      const key = `${isSecure} ${isDirect} ${proxy}`;
      let agent = agents.get(key);
      if (agent === undefined) {
        agent = create(isSecure, isDirect, proxy);
        agents.set(key, agent);
      }
      return agent;
    },
    destroy() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}
