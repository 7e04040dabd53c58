import { messageOfThrown } from "@svc/core/internal";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PreloadConfig } from "../config.ts";
import { problemOf } from "./config-checks.ts";
import { findConfigFile } from "./config-file.ts";

/** Options from a file, or the reason why they cannot be used. */
export type LoadedConfig =
  | { readonly path: string; readonly config: PreloadConfig }
  | { readonly path: string; readonly problem: string };

/** Errors of `require()` for ES modules that only `import()` can load: on Node up to 22.11 all, later those with a top-level `await`. */
const ONLY_IMPORTABLE = /^ERR_REQUIRE_(?:ESM|ASYNC_MODULE|CYCLE_MODULE|ESM_RACE_CONDITION)$/;

const NO_EXPORT = "it exports no options: export default defineConfig({ mask }), or module.exports = { mask }";

/** Code of Node for a file that it cannot load by its ending. */
const UNKNOWN_ENDING = "ERR_UNKNOWN_FILE_EXTENSION";

/**
 * Loads the configuration file of the application. Returns undefined without one, and a promise for a file that cannot be loaded at once.
 * Never throws or rejects.
 */
export function loadConfig(): LoadedConfig | Promise<LoadedConfig> | undefined {
  const found = findConfigFile();
  return found && ("problem" in found ? found : loadFile(found.path));
}

/** Loads a configuration file, as {@link loadConfig} does. */
export function loadFile(path: string): LoadedConfig | Promise<LoadedConfig> {
  if (/\.[cm]?ts$/.test(path) && !stripsTypes()) {
    const problem = `Node ${process.versions.node} does not load TypeScript: name it .mjs, or use Node 22.18 or later`;
    return { path, problem };
  }
  try {
    return checked(path, requireOf(path)(path));
  } catch (error) {
    if (!ONLY_IMPORTABLE.test(codeOf(error))) return { path, problem: describe(error) };
    return importFile(path);
  }
}

/**
 * Returns a `require` as of a dependency: Node up to 23 warns of an ES module that the application's own code requires, and here nobody
 * wrote that.
 */
function requireOf(path: string): NodeJS.Require {
  return createRequire(join(dirname(path), "node_modules", "svc.config.cjs"));
}

async function importFile(path: string): Promise<LoadedConfig> {
  try {
    // The bundle of the preload is CommonJS, whose `import()` stays one.
    return checked(path, await import(pathToFileURL(path).href));
  } catch (error) {
    return { path, problem: describe(error) };
  }
}

/** Returns the default export, of an ES module, of CommonJS, or of what a compiler made of the one as the other. */
function checked(path: string, exports: unknown): LoadedConfig {
  const config = defaultOf(exports);
  if (config === undefined || isEmpty(config)) return { path, problem: NO_EXPORT };
  const problem = problemOf(config);
  return problem === undefined ? { path, config: config as PreloadConfig } : { path, problem };
}

/** `module.exports` of a file that exports nothing: a mask that somebody has forgotten to export. */
function isEmpty(config: unknown): boolean {
  return typeof config === "object" && config !== null && Object.keys(config).length === 0;
}

function defaultOf(exports: unknown): unknown {
  const isModule = isNamespace(exports) || hasDefault(exports);
  const exported = isModule ? (exports as { default?: unknown }).default : exports;
  // `exports.default = …` of a compiler, imported as CommonJS.
  return hasDefault(exported) ? exported.default : exported;
}

function isNamespace(exports: unknown): boolean {
  return Object.prototype.toString.call(exports) === "[object Module]";
}

function hasDefault(value: unknown): value is { default: unknown } {
  return typeof value === "object" && value !== null && Reflect.get(value, "__esModule") === true && "default" in value;
}

function stripsTypes(): boolean {
  return (process.features as { typescript?: unknown }).typescript !== false && "typescript" in process.features;
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code);
}

/** Returns the first line of an error. */
function describe(error: unknown): string {
  const [message = ""] = messageOfThrown(error).split("\n");
  if (codeOf(error) === UNKNOWN_ENDING) return message;
  return `${error instanceof Error ? error.name : "It threw"}: ${message}`;
}
