import { AI_SDK_INTEGRATIONS } from "@svc/ai-sdk";
import { API_SLOT, GLOBAL_STATE, PRELOAD_STARTED } from "@svc/core/internal";
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { Module, registerHooks } from "node:module";
import { findConfigFile } from "./config/config-file.ts";
import { hasSynchronousHooks, registeredResolve } from "./hooks/synchronous-hooks.ts";
import { moduleName } from "./modules/module-name.ts";
import { isMainThread } from "./processes/main-thread.ts";

/** Watches for one kind of event that the preload must have started for. Returns a function that ends the watch. */
type Watch = (wake: () => void) => () => void;

/** Variables that the preload needs to trace. */
const CREDENTIALS = ["SVC_PUBLIC_KEY", "SVC_SECRET_KEY"];

/** Variables that have an effect, or cause a log line, as soon as the preload starts. */
const EARLY =
  /^(?:OTEL_(?!SERVICE_NAME$|RESOURCE_ATTRIBUTES$)|(?:SVC_(?:LOG_LEVEL|DEBUG|BASEURL)|TRACEPARENT|AWS_LAMBDA_FUNCTION_NAME|pm2_env)$)/;

/** Addresses that need no check. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.-]+(?::\d{1,5})?\/?$/;

/** Built-in modules that no instrumentation waits for, unless a variable of {@link EARLY} asks for it. */
export const QUIET_MODULES: ReadonlySet<string> = new Set([
  "assert",
  "buffer",
  "console",
  "constants",
  "crypto",
  "events",
  "fs",
  "os",
  "path",
  "perf_hooks",
  "process",
  "punycode",
  "querystring",
  "readline",
  "stream",
  "string_decoder",
  "timers",
  "tty",
  "url",
  "util",
  "v8",
  "zlib",
]);

/** Keys in `globalThis` by which code in a bundle meets the preload. */
const KEYS: ReadonlyArray<string | symbol> = [API_SLOT, GLOBAL_STATE, PRELOAD_STARTED, AI_SDK_INTEGRATIONS];

/** Channel of requests by `fetch`, of which the preload reports those to models that it does not record. */
const REQUESTS = "undici:request:create";

/**
 * Calls `start` when the process first loads a package or a built-in module that may be traced, makes a request, or uses what the
 * preload shares with code in bundles. A process that does none of it, such as a small script, loads only this. Calls `start` at
 * once where Node cannot watch for all of it, and where the environment or a configuration file asks for more than sending to the service.
 */
export function startWhenNeeded(start: () => void): void {
  if (!canWait()) {
    start();
    return;
  }
  const watches: Watch[] = [watchRequire, watchResolution, watchGlobals, watchRequests];
  let ends: Array<() => void> | undefined;
  const wake = (): void => {
    const ending = ends;
    ends = undefined;
    if (ending === undefined) return;
    for (const end of ending) end();
    start();
  };
  ends = watches.map((watch) => watch(wake));
}

function canWait(): boolean {
  const { env, versions } = process;
  const { SVC_BASE_URL: address } = env;
  return (
    hasSynchronousHooks() &&
    versions["bun"] === undefined &&
    versions["deno"] === undefined &&
    isMainThread() &&
    CREDENTIALS.every((name) => env[name]) &&
    (address === undefined || PLAIN_ADDRESS.test(address)) &&
    !Object.keys(env).some((name) => EARLY.test(name)) &&
    !KEYS.some((key) => key in globalThis) &&
    // The file may import modules of the application, which must not be on their way already.
    findConfigFile() === undefined
  );
}

function isTraceable(specifier: string): boolean {
  const name = moduleName(specifier);
  return name !== undefined && !QUIET_MODULES.has(name);
}

/** Type of `Module.prototype.require`. */
type Require = (this: NodeJS.Module, id: string) => unknown;

const watchRequire: Watch = (wake) => {
  const { prototype } = Module as unknown as { prototype: { require: Require } };
  const native = prototype.require;
  const require: Require = function require(id) {
    if (typeof id === "string" && isTraceable(id)) wake();
    // The preload that has just started has put its own function there.
    return Reflect.apply(prototype.require === require ? native : prototype.require, this, arguments);
  };
  prototype.require = require;
  return () => {
    if (prototype.require === require) prototype.require = native;
  };
};

const watchResolution: Watch = (wake) => {
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!isTraceable(specifier)) {
        const result = nextResolve(specifier, context);
        if (!isTraceable(result.url)) return result;
      }
      wake();
      // The hook that is now registered sees the next module, not this one.
      const resolve = registeredResolve() ?? nextResolve;
      return resolve(specifier, context, nextResolve);
    },
  });
  return () => hooks.deregister();
};

const watchGlobals: Watch = (wake) => {
  for (const key of KEYS) {
    Object.defineProperty(globalThis, key, {
      get(): unknown {
        wake();
        return Reflect.get(globalThis, key);
      },
      set(value) {
        wake();
        Reflect.set(globalThis, key, value);
      },
      configurable: true,
    });
  }
  return () => {
    for (const key of KEYS) Reflect.deleteProperty(globalThis, key);
  };
};

const watchRequests: Watch = (wake) => {
  const onRequest = (message: unknown): void => {
    end();
    const isOnlyListener = !channel(REQUESTS).hasSubscribers;
    wake();
    // Listeners that are new hear of this request, too.
    if (isOnlyListener) channel(REQUESTS).publish(message);
  };
  const end = (): void => void unsubscribe(REQUESTS, onRequest);
  subscribe(REQUESTS, onRequest);
  return end;
};
