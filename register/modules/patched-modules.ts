import { Module } from "node:module";
import { withHandover } from "./reporting-source.ts";
import type { PackageFile } from "./package-file.ts";
import { PatchedFiles, type PatchedFile, type PatchedPackage } from "./patched-files.ts";

/** Name of the method of a CommonJS module that runs its source. */
const COMPILE = "_compile";
type Compile = (this: NodeJS.Module, source: string, filename: string, ...rest: unknown[]) => unknown;

/** Required modules, by their file names. */
const { _cache: cache } = Module as unknown as { _cache: Readonly<Record<string, NodeJS.Module>> };

type Patch = (file: PackageFile, exports: unknown) => void;

/** Modules to patch once they have been loaded. */
export class PatchedModules {
  readonly packages: readonly PatchedPackage[];
  readonly #files: PatchedFiles;
  readonly #patch: Patch;
  /** CommonJS modules that are loading, by their file names. */
  readonly #required = new Map<string, PackageFile>();
  /** CommonJS modules that hand over functions, and have not run. */
  readonly #handingOver = new Map<string, readonly string[]>();
  #hasCompileHook = false;
  /** Names of the packages with at least one patched file. */
  readonly #patched = new Set<string>();

  constructor(packages: readonly PatchedPackage[], patch: Patch) {
    this.packages = packages;
    this.#files = new PatchedFiles(packages);
    this.#patch = (file, exports) => {
      this.#patched.add(file.package);
      patch(file, exports);
    };
  }

  /** Returns true when a file of this package has been loaded and patched. */
  hasPatched(name: string): boolean {
    return this.#patched.has(name);
  }

  /** Returns true when the module at this path or URL is to be patched. */
  has(location: string): boolean {
    return this.find(location) !== undefined;
  }

  /** Returns the module to patch at this path or URL; undefined when it is not to be patched. */
  find(location: string): PatchedFile | undefined {
    return this.#files.find(location);
  }

  /** Called when the ES module at this URL has been loaded. Returns true when it is one of the patched modules. */
  onImported(url: string, exports: unknown): boolean {
    const file = this.#files.find(url);
    if (file !== undefined) this.#patch(file, exports);
    return file !== undefined;
  }

  /** Called when the module at this path or URL is about to be required. Returns the module when it is one of the patched modules. */
  onRequire(location: string): PatchedFile | undefined {
    const file = this.#files.find(location);
    if (file !== undefined && file.functions === undefined) this.#required.set(file.filename, file);
    return file;
  }

  /** Patches the modules that have finished loading. Called after every call of `require`. */
  onRequired(): void {
    if (this.#required.size === 0) return;
    for (const [filename, file] of this.#required) {
      const module = cache[filename];
      if (module?.loaded !== true) continue;
      this.#required.delete(filename);
      this.#patch(file, module.exports);
    }
  }

  /** Appends the line that hands over functions to the source of a CommonJS module, when the module is run. */
  awaitHandover(filename: string, functions: readonly string[]): void {
    this.#handingOver.set(filename, functions);
    if (this.#hasCompileHook) return;
    this.#hasCompileHook = true;
    const { prototype } = Module as unknown as { prototype: { [COMPILE]: Compile } };
    const compile = prototype[COMPILE];
    const handingOver = this.#handingOver;
    prototype[COMPILE] = function (source, file, ...rest) {
      const names = handingOver.size > 0 ? handingOver.get(file) : undefined;
      if (names === undefined || typeof source !== "string")
        return Reflect.apply(compile, this, [source, file, ...rest]);
      handingOver.delete(file);
      return Reflect.apply(compile, this, [withHandover(file, source, names), file, ...rest]);
    };
  }
}
