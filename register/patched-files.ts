import { fileURLToPath } from "node:url";
import { packageFile, type PackageFile } from "./package-files.ts";

/** A package some of whose files are patched in place: what their exports hold changes, not the exports. */
export interface PatchedPackage {
  /** The package's own name. */
  readonly name: string;
  /** Paths from the package's folder on, with `/`. */
  readonly files: readonly string[];
}

/** The files that are patched, wherever their package is installed and whatever it is imported as. */
export class PatchedFiles {
  readonly #files = new Map<string, ReadonlySet<string>>();
  /** Folder and name of each file: almost every module of an application is told apart by them alone. */
  readonly #endings = new Set<string>();

  constructor(packages: readonly PatchedPackage[]) {
    for (const { name, files } of packages) {
      this.#files.set(name, new Set(files));
      for (const file of files) this.#endings.add(ending(file));
    }
  }

  /** The patched file at this path or URL; undefined when what is there is not patched. */
  find(location: string): PackageFile | undefined {
    if (!this.#endings.has(ending(location))) return undefined;
    const found = packageFile(location.startsWith("file:") ? fileURLToPath(location) : location);
    return found && this.#files.get(found.package)?.has(found.path) ? found : undefined;
  }
}

function ending(location: string): string {
  let end = location.search(/[?#]/);
  if (end === -1) end = location.length;
  const name = Math.max(location.lastIndexOf("/", end - 1), location.lastIndexOf("\\", end - 1));
  const folder = Math.max(location.lastIndexOf("/", name - 1), location.lastIndexOf("\\", name - 1));
  return location.slice(folder + 1, end).replace("\\", "/");
}
