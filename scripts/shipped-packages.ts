import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFolders } from "./package-folders.mjs";

/** Package in the lock file. */
export interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
}

const ROOT = join(import.meta.dirname, "..");
/** Notices of a package, and of the page that is part of the local service. */
const NOTICES = ["dist/THIRD-PARTY-NOTICES.md", "dist/PAGE-THIRD-PARTY-NOTICES.md"];

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), "utf8"));

/** Packages by their places in the lock file: a folder of this repository, or a path below `node_modules`. */
export const LOCKED_PACKAGES = (read("package-lock.json") as { packages: Record<string, LockedPackage> }).packages;

/** Returns the folders of the published packages: all but those that are only built into others. */
export function publishedFolders(): string[] {
  return packageFolders().filter((folder) => !(read(`${folder}/package.json`) as { private?: boolean }).private);
}

/** Returns a package and everything below it that `needsOf` names, by their places in the lock file. */
export function packageTree(folder: string, needsOf: (locked: LockedPackage) => readonly string[]): string[] {
  const found = new Set([folder]);
  for (const place of found) {
    for (const name of needsOf(LOCKED_PACKAGES[place]!)) found.add(placeOf(name, place));
  }
  return [...found].toSorted();
}

/**
 * Returns the place of a package as Node resolves it from another package's place; for a package of this repository, its
 * folder. Throws when the lock file lacks it.
 */
export function placeOf(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    const locked = LOCKED_PACKAGES[place];
    if (locked) return locked.link ? locked.resolved! : place;
    if (folder === ".") throw new Error(`${name}, which ${from} needs, is not in the lock file.`);
  }
}

/** Returns name and version, as npm refers to a component. */
export function identityOf(place: string): string {
  const { name, version } = LOCKED_PACKAGES[place]!;
  return `${name ?? place.replace(/^.*node_modules\//, "")}@${version}`;
}

/** Returns name and version of each third-party library in the bundle of a built package: those that its notices name. */
export function bundledLibraries(folder: string): string[] {
  const files = NOTICES.map((file) => join(ROOT, folder, file)).filter((file) => existsSync(file));
  const notices = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const libraries = notices.matchAll(/^- (\S+) (\S+) \(.*\)$/gm);
  return Array.from(libraries, ([, name, version]) => `${name}@${version}`);
}
