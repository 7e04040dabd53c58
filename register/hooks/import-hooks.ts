import { logger, messageOfThrown } from "@svc/core/internal";
import {
  createRequire,
  registerHooks,
  type LoadHookSync,
  type ResolveFnOutput,
  type ResolveHookSync,
} from "node:module";
import { pathToFileURL } from "node:url";
import type { InstrumentationLoader } from "../instrumentations/instrumentation-loader.ts";
import { describeModule } from "../modules/package-file.ts";
import { onReport, withReport } from "../modules/reporting-source.ts";
import { registerResolve } from "./synchronous-hooks.ts";

/** Part of import-in-the-middle that makes the exports of an ES module replaceable, in the form `registerHooks` needs. */
interface Wrapping {
  applyOptions(options: { shouldInclude: (url: string, specifier: string) => boolean }): void;
  readonly resolveSync: ResolveHookSync;
  readonly loadSync: LoadHookSync;
}

type Listener = (url: string, exports: object, specifier: string, format: string) => void;

/** State of import-in-the-middle: the loaded modules and their listeners. */
interface Loaded {
  readonly importHooks: Listener[];
  readonly specifiers: Map<string, string>;
  readonly toHook: Parameters<Listener>[];
}

/** Marker in the URLs of wrapped modules. */
const WRAPPED = /[?&]iitm=/;

/**
 * Registers module hooks in the application's own thread. When an instrumentation patches an object that a module exports, such
 * as a class, the module itself reports that it has been loaded. When an instrumentation replaces exports, the module is
 * wrapped, which takes much longer. The wrapping code is loaded with the first such module.
 */
export function hookImports(loader: InstrumentationLoader): void {
  const shouldInclude = (url: string, specifier: string): boolean =>
    loader.isInstrumented(url, specifier) || loader.patched.has(url);
  let wrapping: Wrapping | undefined;
  let failure: { error: unknown } | undefined;
  const wrapperOf = (url: string): Wrapping | undefined => {
    if (wrapping !== undefined) return wrapping;
    try {
      if (failure === undefined) {
        wrapping = loader.asPreload(loadWrapping);
        wrapping.applyOptions({ shouldInclude });
        loadedModules().importHooks.push((loaded, exports) => loader.patched.onImported(loaded, exports));
        return wrapping;
      }
    } catch (error) {
      wrapping = undefined;
      failure = { error };
    }
    warnOfUnhooked(`${describeModule(url)} is not recorded where it is imported`, failure?.error);
    return undefined;
  };
  const loadReporting: LoadHookSync = (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    const file = loader.patched.find(url);
    if (loaded.source == null && file?.functions) loader.patched.awaitHandover(file.filename, file.functions);
    return withReport(url, loaded, file?.functions);
  };
  onReport((url, exports) => {
    if (!loader.patched.onImported(url, exports)) report(url, exports);
  });
  if (isDeno) registerHooks({ load: loadAwaited });
  registerResolve((specifier, context, nextResolve) => {
    const isRequired = context.conditions.includes("require");
    if (!isRequired) {
      loader.onSpecifier(specifier);
      if (wrapping !== undefined && WRAPPED.test(specifier)) {
        return awaitLoad(wrapping.resolveSync(specifier, context, nextResolve), specifier, wrapping.loadSync);
      }
    }
    const { parentURL } = context;
    const result = nextResolve(specifier, context);
    // Resolves from inside the package, because the importing module may know the package by another name only.
    const known = loader.onResolved(specifier, result.url, (other) =>
      isRequired
        ? pathToFileURL(createRequire(result.url).resolve(other)).href
        : nextResolve(other, { ...context, parentURL: result.url }).url,
    );
    if (isRequired) {
      const { functions } = loader.patched.onRequire(result.url) ?? {};
      return functions === undefined ? result : awaitLoad(result, known, loadReporting);
    }
    if (!shouldInclude(result.url, known)) return result;
    if (result.format === "module" && loader.isPatchedInPlace(result.url)) {
      return awaitLoad(result, known, loadReporting);
    }
    const wrapper = wrapperOf(result.url);
    if (wrapper === undefined) return result;
    const wrapped = wrapper.resolveSync(known, { ...context, parentURL }, () => result);
    return WRAPPED.test(wrapped.url) ? awaitLoad(wrapped, known, wrapper.loadSync) : wrapped;
  });
}

/** Resolved modules that the hooks load in their own way, by the specifier of their first import. */
const specifiers = new Map<string, string>();
/** Modules of `specifiers` that have not been loaded yet. */
const awaited = new Map<string, LoadHookSync>();
let loadHook: { deregister(): void } | undefined;

/** Deno, which ends when a hook adds a hook. */
const isDeno = process.versions["deno"] !== undefined;

/** Adds a load hook only while one of our modules is awaited, because a load hook makes every module slower to load. */
function awaitLoad(result: ResolveFnOutput, specifier: string, load: LoadHookSync): ResolveFnOutput {
  if (specifiers.has(result.url)) return result;
  specifiers.set(result.url, specifier);
  awaited.set(result.url, load);
  if (!isDeno) loadHook ??= registerHooks({ load: loadAwaited });
  return result;
}

const loadAwaited: LoadHookSync = (url, context, nextLoad) => {
  const load = awaited.get(url);
  if (load === undefined) return nextLoad(url, context);
  const loaded = load(url, context, nextLoad);
  awaited.delete(url);
  if (awaited.size === 0) {
    loadHook?.deregister();
    loadHook = undefined;
  }
  return loaded;
};

/** Reports a loaded module to present and future instrumentations, as import-in-the-middle would. */
function report(url: string, exports: object): void {
  try {
    const loaded = loadedModules();
    const specifier = specifiers.get(url) ?? url;
    loaded.specifiers.set(url, specifier);
    for (const listener of loaded.importHooks) listener(url, exports, specifier, "module");
    loaded.toHook.push([url, exports, specifier, "module"]);
  } catch (error) {
    logger.errorOnce(
      `${describeModule(url)} is not recorded: an instrumentation failed on it. Report this, and switch the instrumentation ` +
        "off with OTEL_NODE_DISABLED_INSTRUMENTATIONS.",
      error,
    );
  }
}

/** Logs in one line what is not recorded because the preload cannot hook imports, with the reason and what to do. */
export function warnOfUnhooked(what: string, error: unknown): void {
  const [reason] = messageOfThrown(error).split("\n", 1);
  logger.warnOnce(
    `${what}: the preload could not load import-in-the-middle (${reason}). ` +
      "Install @svc/register with its dependencies, outside of bundles, and start with node --import @svc/register.",
  );
}

function loadedModules(): Loaded {
  return require("import-in-the-middle/lib/register.js") as Loaded;
}

function loadWrapping(): Wrapping {
  const { createHook } = require("import-in-the-middle/create-hook.mjs") as {
    createHook: (meta: { url: string }) => Wrapping;
  };
  return createHook({ url: pathToFileURL(require.resolve("import-in-the-middle/hook.mjs")).href });
}
