import { logger } from "@svc/core/internal";
import { createRequire, Module, register } from "node:module";
import { pathToFileURL } from "node:url";
import { API_FILE_PATTERNS } from "../api-slot/api-files.ts";
import { hookImportsInBun } from "./bun-hooks.ts";
import { hookImports, warnOfUnhooked } from "./import-hooks.ts";
import type { InstrumentationLoader } from "../instrumentations/instrumentation-loader.ts";
import type { InstrumentationRow } from "../instrumentations/instrumentation-row.ts";
import { packageFile } from "../modules/package-file.ts";
import { onReport } from "../modules/reporting-source.ts";
import type { LoaderThreadHooksData } from "./loader-thread-hooks.ts";
import { hasSynchronousHooks } from "./synchronous-hooks.ts";

/** Listener that import-in-the-middle calls for each wrapped module. */
type WrappedListener = (url: string, exports: object, ...rest: unknown[]) => void;

/**
 * Tells the loader which modules the application is about to load, and lets instrumentations replace the exports of ES modules.
 * Only modules that an instrumentation names are wrapped: wrapping all of them doubles the start-up time and breaks some.
 */
export function hookModules(loader: InstrumentationLoader, rows: readonly InstrumentationRow[]): void {
  hookRequire(loader);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (hasSynchronousHooks()) {
    hookImports(loader);
    return;
  }
  hookResolution(loader);
  if (isBun) {
    hookImportsInBun(loader);
  } else if (major > 22 || minor >= 9) {
    try {
      hookImportsInThread(loader, rows);
    } catch (error) {
      // A bundle with the preload in it seldom imports other ES modules.
      const isInBundle = packageFile(__filename)?.package !== "@svc/register";
      if (isInBundle) logger.debug("ES modules are not recorded, as in a bundle. The error:", error);
      else warnOfUnhooked("What the application imports as ES modules is not recorded", error);
    }
  } else {
    // Up to Node 22.6 a process with a loader thread hung at its end in one of four runs; from 22.9 on in none.
    logger.warn(
      `ES modules are not traced on Node ${process.versions.node}: use Node 22.9 or later. CommonJS modules are.`,
    );
  }
}

/** Bun, where every CommonJS module counts as loaded while it still runs. */
const isBun: boolean = process.versions["bun"] !== undefined;

/** Type of `Module.prototype.require`. */
type Require = (this: NodeJS.Module, id: string) => unknown;

/**
 * Keeps the require hook that instrumentations install behind our own. Their hook resolves each module a second time, so our
 * hook calls it only for modules that an instrumentation may be waiting for.
 */
function hookRequire(loader: InstrumentationLoader): void {
  const { prototype } = Module as unknown as { prototype: { require: Require } };
  const native = prototype.require;
  let behind = native;
  let depth = 0;
  const require: Require = function require(id) {
    if (typeof id === "string") loader.onSpecifier(id);
    const isOfInterest = behind !== native && loader.isOfInterest(id, this.filename);
    depth++;
    let exports: unknown;
    try {
      const load = (): unknown => Reflect.apply(isOfInterest ? behind : native, this, arguments);
      exports = isQuietWithoutUs(id, this.filename) ? withoutDeprecations(load) : load();
    } finally {
      depth--;
    }
    loader.onRequired(id, exports);
    if (depth === 0 || !isBun) loader.patched.onRequired();
    // Only now is the file of the id known. The module is loaded already, and this call does not load it again.
    if (!isOfInterest && behind !== native && loader.isAlias(id)) return Reflect.apply(behind, this, arguments);
    return exports;
  };
  prototype.require = require;
  loader.around = (load) => {
    // Another library may have put its hook in front. The hook of the instrumentations then goes in front of that one.
    if (prototype.require !== require) return load();
    prototype.require = behind;
    try {
      return load();
    } finally {
      behind = prototype.require;
      prototype.require = require;
    }
  };
}

/**
 * Returns true for the module of Node that warns when it is first loaded, unless a package requires it. Node decides by the first
 * file on the stack, which here is the file of our hook.
 */
function isQuietWithoutUs(id: string, filename: string | null): boolean {
  return (id === "punycode" || id === "node:punycode") && filename !== null && /[\\/]node_modules[\\/]/.test(filename);
}

function withoutDeprecations<T>(fn: () => T): T {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return fn();
  } finally {
    if (noDeprecation === undefined) Reflect.deleteProperty(process, "noDeprecation");
    else process.noDeprecation = noDeprecation;
  }
}

/** Name of the function of `Module` that resolves an id to a file. */
const RESOLVE = "_resolveFilename";
type ResolveFilename = (this: unknown, id: string, ...rest: unknown[]) => string;

/** Observes the modules that CommonJS loads on versions of Node whose synchronous hooks do not report them. */
function hookResolution(loader: InstrumentationLoader): void {
  const loading = Module as unknown as { [RESOLVE]: ResolveFilename };
  const native = loading[RESOLVE];
  loading[RESOLVE] = function resolveFilename(id, ...rest) {
    const filename = Reflect.apply(native, this, [id, ...rest]);
    loader.onResolved(id, filename, (other) => createRequire(filename).resolve(other));
    const file = loader.patched.onRequire(filename);
    if (file?.functions) loader.patched.awaitHandover(file.filename, file.functions);
    return filename;
  };
}

/**
 * Registers hooks in Node's loader thread, for versions without synchronous hooks. The thread needs the modules to wrap in
 * advance.
 */
function hookImportsInThread(loader: InstrumentationLoader, rows: readonly InstrumentationRow[]): void {
  const ofRows = rows.flatMap(({ files, registerStandIn, modules }) =>
    files === undefined && registerStandIn === undefined ? modules.flatMap((name) => [name, `node:${name}`]) : [],
  );
  const include = [...ofRows, ...API_FILE_PATTERNS];
  const here = pathToFileURL(__filename);
  register("import-in-the-middle/hook.mjs", here, { data: { include } });
  const { importHooks } = require("import-in-the-middle/lib/register.js") as { importHooks: WrappedListener[] };
  importHooks.push((url, ...rest) => {
    const before = importHooks.length;
    loader.onSpecifier(url);
    // Called here, because listeners that the just-loaded instrumentation added would miss this module.
    for (const listener of importHooks.slice(before)) listener(url, ...rest);
  });
  onReport((url, exports) => loader.patched.onImported(url, exports));
  const data: LoaderThreadHooksData = { packages: loader.patched.packages };
  register("./loader-thread-hooks.cjs", here, { data });
}
