import type * as Tls from "node:tls";
import { logger } from "../logging/logger.ts";
import { resolveSetting } from "../settings/settings.ts";
import { proxyLibrary, type ProxyLibrary } from "./proxy-library.ts";

/** How requests to the service are made: plain data, which can be sent to another thread. */
export interface AgentSettings {
  /** Proxies as the variables of the environment name them, with credentials. Absent where there are none. */
  readonly proxies?: {
    readonly http_proxy?: string | undefined;
    readonly https_proxy?: string | undefined;
    readonly no_proxy?: string | undefined;
    /** Present where Node's own agents know no proxies. */
    readonly library?: ProxyLibrary | undefined;
  };
  /** Contents of PEM files. Absent where Node's own trust is all there is. */
  readonly tls?: {
    /** Everything that is trusted; absent where it is what Node trusts. */
    readonly ca?: readonly string[];
    readonly key?: string;
    readonly cert?: string;
  };
}

const FILE_SETTINGS = { certificate: "certificate", clientKey: "key", clientCertificate: "cert" } as const;

/** How requests are made in this environment; undefined where it says nothing about it, or there is no Node. */
export function agentSettings(): AgentSettings | undefined {
  // Before Node 22.3 there is no way to a part of Node that leaves other runtimes alone.
  if (typeof process === "undefined" || process.getBuiltinModule === undefined) return undefined;
  const proxies = proxySettings();
  const tls = tlsSettings();
  return proxies || tls ? { ...(proxies && { proxies }), ...(tls && { tls }) } : undefined;
}

function proxySettings(): AgentSettings["proxies"] {
  const { value: http } = resolveSetting("httpProxy");
  const { value: https } = resolveSetting("httpsProxy");
  if (http === undefined && https === undefined) return undefined;
  const { value: noProxy } = resolveSetting("noProxy");
  return { http_proxy: http, https_proxy: https, no_proxy: noProxy, library: proxyLibrary() };
}

function tlsSettings(): AgentSettings["tls"] {
  const files: { certificate?: string; key?: string; cert?: string } = {};
  for (const [name, as] of Object.entries(FILE_SETTINGS)) {
    const content = readPem(name as keyof typeof FILE_SETTINGS);
    if (content !== undefined) files[as] = content;
  }
  if (Object.keys(files).length === 0) return undefined;
  const { certificate, ...client } = files;
  try {
    process.getBuiltinModule("node:tls").createSecureContext({ ...client, ca: certificate });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    logger.errorOnce(
      `The files of OTEL_EXPORTER_OTLP_… cannot be used (${code ?? message}); requests go without them.`,
    );
    return undefined;
  }
  return { ...client, ...(certificate !== undefined && { ca: [...trustedByNode(), certificate] }) };
}

function readPem(name: keyof typeof FILE_SETTINGS): string | undefined {
  const { value: path, source } = resolveSetting(name);
  if (path === undefined) return undefined;
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    logger.errorOnce(`${source}: the file ${JSON.stringify(path)} cannot be read (${code}); requests go without it.`);
    return undefined;
  }
}

/** What Node trusts: its own list, the system's if told so, and `NODE_EXTRA_CA_CERTS`. */
function trustedByNode(): readonly string[] {
  const tls = process.getBuiltinModule("node:tls") as typeof Tls & {
    getCACertificates?: (type: "default") => string[];
  };
  if (tls.getCACertificates) return tls.getCACertificates("default");
  const extra = process.env["NODE_EXTRA_CA_CERTS"];
  try {
    return extra
      ? [...tls.rootCertificates, process.getBuiltinModule("node:fs").readFileSync(extra, "utf8")]
      : tls.rootCertificates;
  } catch {
    return tls.rootCertificates;
  }
}
