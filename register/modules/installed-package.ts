import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileExists } from "./file-exists.ts";

/** Package in a folder `node_modules`. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly path: string;
}

/** Returns the package that an application in this folder would load from `node_modules`; undefined when there is none. */
export function installedPackage(name: string, folder: string): InstalledPackage | undefined {
  for (let from = folder; ; from = dirname(from)) {
    const path = join(from, "node_modules", name);
    if (fileExists(join(path, "package.json"))) return packageAt(name, path);
    if (from === dirname(from)) return undefined;
  }
}

/** Returns the package whose folder this is. Throws when its `package.json` cannot be read. */
export function packageAt(name: string, path: string): InstalledPackage {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { version: string };
  return { name, version, path };
}
