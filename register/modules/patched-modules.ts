import * as nodeModule from "node:module";
import type { PackageFile } from "./package-file.ts";
import { PatchedFiles, type PatchedPackage } from "./patched-files.ts";

/** Required modules, by their file names. */
const { _cache: cache } = nodeModule.Module as unknown as { _cache: Readonly<Record<string, NodeJS.Module>> };

/** Patches the exports of a loaded file. */
type Patch = (file: PackageFile, exports: unknown) => void;

/** Modules to patch once they have been loaded. */
export class PatchedModules {
  readonly packages: readonly PatchedPackage[];
  readonly #files: PatchedFiles;
  readonly #patch: Patch;
  /** CommonJS modules that are loading, by their file names. */
  readonly #required = new Map<string, PackageFile>();
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
    return this.#files.find(location) !== undefined;
  }

  /** Called when the ES module at this URL has been loaded. Returns true when it is one of the patched modules. */
  onImported(url: string, exports: unknown): boolean {
    const file = this.#files.find(url);
    if (file !== undefined) this.#patch(file, exports);
    return file !== undefined;
  }

  /** Called when the module at this path or URL is about to be required. */
  onRequire(location: string): void {
    const file = this.#files.find(location);
    if (file !== undefined) this.#required.set(file.filename, file);
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
}
