import {
  describeInvalid,
  isSdkDisabled,
  LOCAL_KEYS,
  logger,
  resolveSilently,
  resolveSetting,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { basename } from "node:path";
import type * as WorkerThreads from "node:worker_threads";
import { isMainThread } from "../processes/main-thread.ts";
import { hasOwnDestination, hasService } from "../sdk/requested-signals.ts";

const PACKAGE_MANAGERS = new Set(["npm", "npm-cli", "npx", "npx-cli", "yarn", "yarnpkg", "pnpm", "pnpx", "corepack"]);

/**
 * Returns true when the environment prevents tracing. One log line tells why and what to do. No line is logged for
 * `OTEL_SDK_DISABLED=true`, a package manager, or a thread of Node's own.
 */
export function standsDown(): boolean {
  return (
    isSdkDisabled() ||
    isLoaderThread() ||
    isPackageManager() ||
    isTooOld() ||
    lacksCredentials() ||
    hasUnusableBaseUrl()
  );
}

/** Returns true in the thread of asynchronous module hooks, in which Node also runs `--require` but no application. */
function isLoaderThread(): boolean {
  // `argv[1]` is undefined only in that thread and where no program runs.
  if (process.argv[1] !== undefined) return false;
  return !isMainThread() && (require("node:worker_threads") as typeof WorkerThreads).parentPort === null;
}

/**
 * Returns true in a package manager. With `NODE_OPTIONS` in an image, `npm start` runs npm under the preload, too; npm starts
 * the application as a child.
 */
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
  if (hasService()) return false;
  const missing = [
    ...(resolveSetting(settings.publicKey).value === undefined ? ["SVC_PUBLIC_KEY"] : []),
    ...(resolveSetting(settings.secretKey).value === undefined ? ["SVC_SECRET_KEY"] : []),
  ];
  if (hasOwnDestination()) {
    if (missing.length === 1) logger.warn(`Nothing is sent to the service: ${missing[0]} is not set.`);
    return false;
  }
  logger.warn(
    `Nothing is traced: set ${missing.join(" and ")}, and SVC_BASE_URL to the address of the service. For the local ` +
      `service: npx @svc/server, SVC_PUBLIC_KEY=${LOCAL_KEYS.publicKey} and SVC_SECRET_KEY=${LOCAL_KEYS.secretKey}. ` +
      "For another backend: OTEL_EXPORTER_OTLP_ENDPOINT.",
  );
  return true;
}

/** Returns true when the configured address is unusable. The spans must not go to the default address instead. */
function hasUnusableBaseUrl(): boolean {
  if (!hasService()) return false;
  const { source, invalid } = resolveSilently(settings.baseUrl);
  const [first] = invalid;
  if (first === undefined || source !== "default") return false;
  logger.warn(`Nothing is traced: ${describeInvalid(settings.baseUrl, first)}, such as ${settings.baseUrl.default}.`);
  return true;
}
