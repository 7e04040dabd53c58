import { packageFile, type PackageFile } from "./package-file.ts";

/** Package with files that are patched in place: the exported objects change, the exports stay. */
export interface PatchedPackage {
  /** `name` in the package's `package.json`. */
  readonly name: string;
  /** Name of the instrumentation that patches the files. */
  readonly instrumentation: string;
  /** Paths relative to the package's folder, with `/`. */
  readonly files: readonly string[];
  /** Functions in the scope of the files that are patched, instead of exported objects. */
  readonly functions?: readonly string[] | undefined;
}

export interface PatchedFile extends PackageFile {
  /** Functions that the file hands over when it has run, instead of its exports. */
  readonly functions?: readonly string[] | undefined;
}

/** Files to patch, wherever their package is installed and by whatever name it is imported. */
export class PatchedFiles {
  readonly #files = new Map<string, Map<string, readonly string[] | undefined>>();
  /**
   * Folder and name of each file, or the name alone of a file in the folder of a package. These alone exclude almost every module
   * of an application.
   */
  readonly #endings = new Set<string>();

  constructor(packages: readonly PatchedPackage[]) {
    for (const { name, files, functions } of packages) {
      const known = this.#files.get(name) ?? new Map<string, readonly string[] | undefined>();
      this.#files.set(name, known);
      for (const file of files) {
        known.set(file, functions);
        this.#endings.add(ending(file, file.length));
      }
    }
  }

  /** Returns the patched file at this path or URL; undefined when the file there is not patched. */
  find(location: string): PatchedFile | undefined {
    const end = ending(location, endOfPath(location));
    if (!this.#endings.has(end) && !this.#endings.has(end.slice(end.indexOf("/") + 1))) return undefined;
    const found = packageFile(location);
    const known = found && this.#files.get(found.package);
    return known?.has(found!.path) ? { ...found!, functions: known.get(found!.path) } : undefined;
  }
}

/** Returns the folder and the name of a file, of the path that ends here in a location. */
function ending(location: string, end: number): string {
  const name = lastSeparator(location, end - 1);
  return location.slice(lastSeparator(location, name - 1) + 1, end).replace("\\", "/");
}

function lastSeparator(location: string, before: number): number {
  return Math.max(location.lastIndexOf("/", before), location.lastIndexOf("\\", before));
}

/** Returns where the path ends in a location: at the query or the fragment of a URL. */
function endOfPath(location: string): number {
  const end = location.search(/[?#]/);
  return end === -1 ? location.length : end;
}
