import type * as Tls from "node:tls";
import { logger } from "../../logging/logger.ts";
import { resolveSetting } from "../../options/resolve-setting.ts";
import { proxyLibrary, type ProxyLibrary } from "./proxy-library.ts";
import type { Setting } from "../../settings/setting.ts";
import * as settings from "../../settings/settings-table.ts";

/** Settings of the connections to the service. Plain data, which can be sent to another thread. */
export interface AgentSettings {
  /** Proxies from the environment variables, including credentials. Absent when no proxy is set. */
  readonly proxies?: {
    readonly http_proxy?: string | undefined;
    readonly https_proxy?: string | undefined;
    readonly no_proxy?: string | undefined;
    /** Library for proxies. Present when Node's own agents do not support proxies. */
    readonly library?: ProxyLibrary | undefined;
  };
  /** Contents of PEM files. Absent when the settings name no usable file. */
  readonly tls?: {
    /** All trusted certificates, including those of Node. Absent when Node's own list applies unchanged. */
    readonly ca?: readonly string[];
    readonly key?: string;
    readonly cert?: string;
  };
}

/** Settings that name a PEM file, by the part of {@link AgentSettings} that holds its content. */
const FILE_SETTINGS = {
  certificate: settings.certificate,
  key: settings.clientKey,
  cert: settings.clientCertificate,
} as const;

const PARTS = ["certificate", "key", "cert"] as const;

/**
 * Returns the connection settings of this environment. Returns undefined when the environment sets none, before Node 22.3,
 * and in other runtimes.
 */
export function agentSettings(): AgentSettings | undefined {
  // An import of a Node module would break other runtimes. Node before 22.3 has no other way to load one.
  if (typeof process === "undefined" || process.getBuiltinModule === undefined) return undefined;
  const proxies = proxySettings();
  const tls = tlsSettings();
  return proxies || tls ? { ...(proxies && { proxies }), ...(tls && { tls }) } : undefined;
}

function proxySettings(): AgentSettings["proxies"] {
  const { value: http } = resolveSetting(settings.httpProxy);
  const { value: https } = resolveSetting(settings.httpsProxy);
  if (http === undefined && https === undefined) return undefined;
  const { value: noProxy } = resolveSetting(settings.noProxy);
  return { http_proxy: http, https_proxy: https, no_proxy: noProxy, library: proxyLibrary() };
}

function tlsSettings(): AgentSettings["tls"] {
  const files: { certificate?: string; key?: string; cert?: string } = {};
  for (const part of PARTS) {
    const content = readPem(FILE_SETTINGS[part]);
    if (content !== undefined) files[part] = content;
  }
  if (Object.keys(files).length === 0) return undefined;
  const { certificate, ...client } = files;
  try {
    process.getBuiltinModule("node:tls").createSecureContext({ ...client, ca: certificate });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const variables = PARTS.filter((part) => files[part] !== undefined)
      .map((part) => resolveSetting(FILE_SETTINGS[part]).source)
      .join(", ");
    logger.errorOnce(
      `Requests go without the files of ${variables}, which cannot be used (${code ?? message}). ` +
        "Check that each is a PEM file, and that the key belongs to the certificate.",
    );
    return undefined;
  }
  return { ...client, ...(certificate !== undefined && { ca: [...trustedByNode(), certificate] }) };
}

function readPem(setting: Setting<string | undefined>): string | undefined {
  const { value: path, source } = resolveSetting(setting);
  if (path === undefined) return undefined;
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    logger.errorOnce(`${source}: the file ${JSON.stringify(path)} cannot be read (${code}); requests go without it.`);
    return undefined;
  }
}

/** Returns the certificates that Node trusts: its own list, the system's if Node is told to, and `NODE_EXTRA_CA_CERTS`. */
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
