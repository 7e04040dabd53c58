import { logger } from "@svc/core";
import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import type { InstrumentationLoader } from "./instrumentation-loader.ts";

/** The part of import-in-the-middle that makes the exports of an ES module replaceable, as `registerHooks` wants it. */
interface Wrapping {
  applyOptions(options: { shouldInclude: (url: string, specifier: string) => boolean }): void;
  readonly resolveSync: nodeModule.ResolveHookSync;
  readonly loadSync: nodeModule.LoadHookSync;
}

type Listener = (url: string, exports: object, specifier: string, format: string) => void;

/** What import-in-the-middle knows of the modules that were loaded, and who is told of them. */
interface Loaded {
  readonly importHooks: readonly Listener[];
  readonly specifiers: Map<string, string>;
  readonly toHook: Parameters<Listener>[];
}

/** Marks the URLs of wrapped modules. */
const WRAPPED = /[?&]iitm=/;

/** Where a module that is patched in place reports to. */
const REPORT = "svc.register.loaded";

/**
 * Hooks in the application's own thread. Modules in which an instrumentation patches what an export holds, such as a class,
 * say themselves that they have been loaded; those whose exports it replaces are wrapped, which takes much longer. What
 * wraps them is itself loaded for the first of them.
 */
export function hookImports(loader: InstrumentationLoader): void {
  const shouldInclude = (url: string, specifier: string): boolean => loader.isInstrumented(url, specifier);
  let wrapping: Wrapping | undefined;
  let isMissing = false;
  const wrap = (): Wrapping | undefined => {
    if (wrapping !== undefined || isMissing) return wrapping;
    wrapping = loader.aside(() => unlessBundled(loadWrapping));
    wrapping?.applyOptions({ shouldInclude });
    isMissing = wrapping === undefined;
    return wrapping;
  };
  Reflect.set(globalThis, Symbol.for(REPORT), (url: string, exports: object) => report(url, exports));
  nodeModule.registerHooks({
    resolve(specifier, context, nextResolve) {
      if (context.conditions.includes("require")) return nextResolve(specifier, context);
      loader.onSpecifier(specifier);
      if (wrapping !== undefined && WRAPPED.test(specifier)) {
        return awaitLoad(wrapping.resolveSync(specifier, context, nextResolve), specifier, wrapping.loadSync);
      }
      const result = nextResolve(specifier, context);
      if (!shouldInclude(result.url, specifier)) return result;
      if (result.format === "module" && loader.isPatchedInPlace(result.url)) {
        return awaitLoad(result, specifier, loadReporting);
      }
      const wrapper = wrap();
      if (wrapper === undefined) return result;
      const wrapped = wrapper.resolveSync(specifier, context, () => result);
      return WRAPPED.test(wrapped.url) ? awaitLoad(wrapped, specifier, wrapper.loadSync) : wrapped;
    },
  });
}

/** Modules that have been resolved to be loaded in a way of ours, by the specifier they were first imported by. */
const specifiers = new Map<string, string>();
/** Those of them that have not been loaded yet. */
const awaited = new Map<string, nodeModule.LoadHookSync>();
let loadHook: { deregister(): void } | undefined;

/** A hook that loads modules makes every module slower to load, so there is one only while one of ours is awaited. */
function awaitLoad(
  result: nodeModule.ResolveFnOutput,
  specifier: string,
  load: nodeModule.LoadHookSync,
): nodeModule.ResolveFnOutput {
  if (specifiers.has(result.url)) return result;
  specifiers.set(result.url, specifier);
  awaited.set(result.url, load);
  loadHook ??= nodeModule.registerHooks({ load: loadAwaited });
  return result;
}

const loadAwaited: nodeModule.LoadHookSync = (url, context, nextLoad) => {
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

/** Its last line hands the module's exports over, when they are all there. */
const loadReporting: nodeModule.LoadHookSync = (url, context, nextLoad) => {
  const loaded = nextLoad(url, context);
  if (loaded.source == null) return loaded;
  const source =
    typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
  const own = JSON.stringify(url);
  const last = `import * as svcLoaded from ${own}; globalThis[Symbol.for("${REPORT}")]?.(${own}, svcLoaded);`;
  return { ...loaded, source: `${source}\n;${last}` };
};

/** Tells the instrumentations of a loaded module, those of now and those to come, as import-in-the-middle would. */
function report(url: string, exports: object): void {
  try {
    const loaded = require("import-in-the-middle/lib/register.js") as Loaded;
    const specifier = specifiers.get(url) ?? url;
    loaded.specifiers.set(url, specifier);
    for (const listener of loaded.importHooks) listener(url, exports, specifier, "module");
    loaded.toHook.push([url, exports, specifier, "module"]);
  } catch (error) {
    logger.errorOnce(`What is imported from ${url} is not recorded.`, error);
  }
}

/** In an application that was bundled into one file, what wraps ES modules is missing; so are the modules to be wrapped. */
export function unlessBundled<T>(hook: () => T): T | undefined {
  try {
    return hook();
  } catch (error) {
    logger.debug("ES modules are not traced: import-in-the-middle cannot be loaded.", error);
    return undefined;
  }
}

function loadWrapping(): Wrapping {
  const { createHook } = require("import-in-the-middle/create-hook.mjs") as {
    createHook: (meta: { url: string }) => Wrapping;
  };
  return createHook({ url: pathToFileURL(require.resolve("import-in-the-middle/hook.mjs")).href });
}
