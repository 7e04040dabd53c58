import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** File, and the package that it belongs to. */
export interface PackageFile {
  /** `name` in the package's `package.json`, whatever its folder or its specifier is called. */
  readonly package: string;
  readonly version: string | undefined;
  /** Path relative to the package's folder, with `/`. */
  readonly path: string;
  /** Absolute path of the file. */
  readonly filename: string;
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
}

const manifests = new Map<string, Manifest | undefined>();

/**
 * Returns the file at a path or URL with its package, by the nearest `package.json` above it that has a name. Reads files, so
 * call it for few.
 */
export function packageFile(location: string): PackageFile | undefined {
  const filename = location.startsWith("file:") ? fileURLToPath(location) : location;
  for (let folder = dirname(filename); basename(folder) !== "node_modules"; folder = dirname(folder)) {
    const { name, version } = manifestIn(folder) ?? {};
    if (typeof name === "string") {
      const path = relative(folder, filename);
      return {
        package: name,
        version: typeof version === "string" ? version : undefined,
        path: sep === "/" ? path : path.replaceAll(sep, "/"),
        filename,
      };
    }
    if (folder === dirname(folder)) break;
  }
  return undefined;
}

/** Returns the name, version and path of the module at a URL, such as `express 5.3.0 (lib/express.js)`, for log lines. */
export function describeModule(url: string): string {
  if (url.startsWith("node:")) return `${url} of Node ${process.versions.node}`;
  const file = packageFile(url);
  return file === undefined ? url : `${file.package} ${file.version ?? ""} (${file.path})`;
}

function manifestIn(folder: string): Manifest | undefined {
  if (!manifests.has(folder)) manifests.set(folder, readManifest(join(folder, "package.json")));
  return manifests.get(folder);
}

function readManifest(file: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}
