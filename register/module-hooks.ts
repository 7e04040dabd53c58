import { logger } from "@svc/core";
import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import { API_FILE_PATTERNS } from "./api-files.ts";
import { hookImports, unlessBundled } from "./import-hooks.ts";
import type { InstrumentationLoader } from "./instrumentation-loader.ts";
import type { InstrumentationRow } from "./instrumentation-table.ts";
import { onReport } from "./reporting-source.ts";
import type { ThreadHooksData } from "./thread-hooks.ts";

/** What import-in-the-middle calls for each module that was wrapped. */
type WrappedListener = (url: string, exports: object, ...rest: unknown[]) => void;

/**
 * Tells the loader what the application is about to load, and lets instrumentations replace the exports of ES modules.
 * Only modules that an instrumentation asks for are wrapped: wrapping all doubles the start-up time and breaks some.
 */
export function hookModules(loader: InstrumentationLoader, rows: readonly InstrumentationRow[]): void {
  hookRequire(loader);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (hasSynchronousHooks()) {
    hookImports(loader);
    return;
  }
  hookResolution(loader);
  if (major > 22 || minor >= 9) {
    unlessBundled(() => hookImportsInThread(loader, rows));
  } else {
    // Up to Node 22.6 a process with a loader thread was seen to hang at its end, in one run of four; from 22.9 on, in none.
    logger.info(
      `ES modules are not traced on Node ${process.versions.node}: use Node 22.9 or later. CommonJS modules are.`,
    );
  }
}

/** Type of `Module.prototype.require`. */
type Require = (this: NodeJS.Module, id: string) => unknown;

/**
 * Instrumentations bring a hook of their own, which resolves each module a second time. It is kept behind this one, which
 * leads to it only what an instrumentation may be waiting for.
 */
function hookRequire(loader: InstrumentationLoader): void {
  const { prototype } = nodeModule.Module as unknown as { prototype: { require: Require } };
  const native = prototype.require;
  let behind = native;
  const require: Require = function require(id) {
    if (typeof id === "string") loader.onSpecifier(id);
    const isOfInterest = behind !== native && loader.isOfInterest(id, this.filename);
    const exports: unknown = Reflect.apply(isOfInterest ? behind : native, this, arguments);
    loader.patched.onRequired();
    // Where the id leads is known only now. What is there has been loaded, and this does not load it again.
    if (!isOfInterest && behind !== native && loader.isAlias(id)) return Reflect.apply(behind, this, arguments);
    return exports;
  };
  prototype.require = require;
  loader.around = (load) => {
    // Where another library has put its hook in front, that of the instrumentations goes in front of it.
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

/** The function of `Module` that finds what an id leads to. */
const RESOLVE = "_resolveFilename";
type ResolveFilename = (this: unknown, id: string, ...rest: unknown[]) => string;

/** Sees what CommonJS loads where the synchronous hooks of Node do not. */
function hookResolution(loader: InstrumentationLoader): void {
  const Module = nodeModule.Module as unknown as { [RESOLVE]: ResolveFilename };
  const native = Module[RESOLVE];
  Module[RESOLVE] = function resolveFilename(id, ...rest) {
    const filename = Reflect.apply(native, this, [id, ...rest]);
    loader.onResolved(id, filename, (other) => nodeModule.createRequire(filename).resolve(other));
    loader.patched.onRequire(filename);
    return filename;
  };
}

function hasSynchronousHooks(): boolean {
  if (typeof nodeModule.registerHooks !== "function") return false;
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split(".").map(Number);
  const isAtLeast = (m: number, p: number): boolean => minor > m || (minor === m && patch >= p);
  // Before, a hook could not pass on a CommonJS module whose source Node reads itself.
  const first: Readonly<Record<number, boolean>> = {
    22: isAtLeast(22, 3),
    23: false,
    24: isAtLeast(11, 1),
    25: isAtLeast(1, 0),
  };
  return first[major] ?? major > 25;
}

/** Hooks in a thread of Node's, for versions that lack the others. They need to be told in advance what is wrapped. */
function hookImportsInThread(loader: InstrumentationLoader, rows: readonly InstrumentationRow[]): void {
  const ofRows = rows.flatMap(({ files, modules }) =>
    files === undefined ? modules.flatMap((name) => [name, `node:${name}`]) : [],
  );
  const include = [...ofRows, ...API_FILE_PATTERNS];
  const here = pathToFileURL(__filename);
  nodeModule.register("import-in-the-middle/hook.mjs", here, { data: { include } });
  const { importHooks } = require("import-in-the-middle/lib/register.js") as { importHooks: WrappedListener[] };
  importHooks.push((url, ...rest) => {
    const before = importHooks.length;
    loader.onSpecifier(url);
    // Those that came with an instrumentation just now would miss this module.
    for (const listener of importHooks.slice(before)) listener(url, ...rest);
  });
  onReport((url, exports) => loader.patched.onImported(url, exports));
  const data: ThreadHooksData = { packages: loader.patched.packages };
  nodeModule.register("./thread-hooks.cjs", here, { data });
}
