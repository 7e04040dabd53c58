import { readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileExists } from "../modules/file-exists.ts";

/** Variable that names the file. */
const VARIABLE = "SVC_CONFIG";

const NAME = /^svc\.config\.[cm]?[jt]s$/;

/** Configuration file that was found, or the reason why the one that was looked for cannot be used. */
export type FoundConfig = { readonly path: string } | { readonly path: string; readonly problem: string };

let found: FoundConfig | false | undefined;

/**
 * Finds the configuration file of the application: the one that `SVC_CONFIG` names, else the one beside the `package.json` of the program that
 * runs, else the one beside the `package.json` of the working directory. Looks once per process.
 */
export function findConfigFile(): FoundConfig | undefined {
  found ??= configFileOf(starts()) ?? false;
  return found || undefined;
}

/** Finds the configuration file that `SVC_CONFIG` names, else the one beside the `package.json` of the first of these folders that has one. */
export function configFileOf(folders: readonly string[]): FoundConfig | undefined {
  return named() ?? besidePackage(folders);
}

function named(): FoundConfig | undefined {
  const name = process.env[VARIABLE]?.trim();
  if (name === undefined || name === "") return undefined;
  const path = resolve(name);
  return fileExists(path) ? { path } : { path, problem: `${VARIABLE} names a file that does not exist` };
}

function besidePackage(folders: readonly string[]): FoundConfig | undefined {
  for (const folder of new Set(folders.map(packageFolder))) {
    const [name, other] = namesIn(folder);
    if (name === undefined) continue;
    const path = join(folder, name);
    if (other === undefined) return { path };
    return { path, problem: `there is also ${other} in the same folder: remove one of the two` };
  }
  return undefined;
}

/** Returns the folders whose packages may be the application. A program of a dependency, such as `next`, belongs to the working directory. */
function starts(): string[] {
  const [, program] = process.argv;
  const isOwn = program !== undefined && isAbsolute(program) && !/[\\/]node_modules[\\/]/.test(program);
  return [...(isOwn ? [dirname(program)] : []), process.cwd()];
}

/** Returns the folder with the next `package.json`, here or above; the folder itself without one. */
function packageFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (fileExists(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}
