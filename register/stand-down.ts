import { formatSettingValue, LOCAL_KEYS, logger, resolve, resolveSetting, settings } from "@svc/core";
import { basename } from "node:path";
import type * as WorkerThreads from "node:worker_threads";

const PACKAGE_MANAGERS = new Set(["npm", "npm-cli", "npx", "npx-cli", "yarn", "yarnpkg", "pnpm", "pnpx", "corepack"]);

/**
 * Whether tracing does not start, given the environment. One line has said why then and what to do;
 * `OTEL_SDK_DISABLED=true` is a wish and needs no line, nor do a
 * package manager and a thread of Node's own.
 */
export function standsDown(): boolean {
  return (
    isDisabled() || isLoaderThread() || isPackageManager() || isTooOld() || lacksCredentials() || hasUnusableBaseUrl()
  );
}

function isDisabled(): boolean {
  return process.env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true";
}

/** Node runs `--require` in the thread of asynchronous module hooks, too, where no application is. */
function isLoaderThread(): boolean {
  // Only there, and where there is no program to run, is this undefined; asking for the rest takes longer.
  if (process.argv[1] !== undefined) return false;
  const { isMainThread, parentPort } = require("node:worker_threads") as typeof WorkerThreads;
  return !isMainThread && parentPort === null;
}

/** With `NODE_OPTIONS` in an image, `npm start` runs npm under the preload, too; it starts the application as a child. */
function isPackageManager(): boolean {
  const program = process.argv[1] === undefined ? "" : basename(process.argv[1]).replace(/\.[cm]?js$/, "");
  return PACKAGE_MANAGERS.has(program);
}

function isTooOld(): boolean {
  if (Number.parseInt(process.versions.node, 10) >= 22) return false;
  logger.warn(`Nothing is traced: this is Node ${process.versions.node}, and 22 or later is needed.`);
  return true;
}

function lacksCredentials(): boolean {
  const missing = [
    ...(resolveSetting("publicKey").value === undefined ? ["SVC_PUBLIC_KEY"] : []),
    ...(resolveSetting("secretKey").value === undefined ? ["SVC_SECRET_KEY"] : []),
  ];
  if (missing.length === 0) return false;
  logger.warn(
    `Nothing is traced: set ${missing.join(" and ")}, and SVC_BASE_URL to the address of the service. For the local ` +
      `service: npx @svc/server, SVC_PUBLIC_KEY=${LOCAL_KEYS.publicKey} and SVC_SECRET_KEY=${LOCAL_KEYS.secretKey}.`,
  );
  return true;
}

/** An address that cannot be used must not send the spans to the default one instead. */
function hasUnusableBaseUrl(): boolean {
  const { source, invalid } = resolve(settings.baseUrl);
  const [first] = invalid;
  if (first === undefined || source !== "default") return false;
  logger.warn(
    `Nothing is traced: ${first.source} is ${formatSettingValue(first.value)}, but must be ${settings.baseUrl.accepts}, ` +
      `such as ${settings.baseUrl.default}.`,
  );
  return true;
}
