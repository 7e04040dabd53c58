import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Fields of a `package.json` that are read. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly [dependencies: string]: unknown;
}

/** Installed package, and the specifier by which the application loads it. */
export interface LoadedPackage {
  readonly specifier: string;
  /** Folder from which the specifier resolves to the package. */
  readonly from: string;
  /** Name in the `package.json` of the package, whatever its folder is called. */
  readonly name: string;
  readonly version: string;
}

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** Returns the `package.json` of a folder; undefined when the file is missing or unreadable. */
export function manifestIn(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}

/** Returns the names of the packages that an application lists in its `package.json`. */
export function dependenciesOf(folder: string): string[] {
  const manifest = manifestIn(folder) ?? {};
  return DEPENDENCIES.flatMap((key) => Object.keys(manifest[key] ?? {}));
}

/** Packages that put what `devDependencies` lists into the bundle of an application, and leave only `dependencies` outside. */
const DEVELOPMENT_BUNDLERS: ReadonlySet<string> = new Set(["@sveltejs/adapter-node"]);

/** Returns the package that puts another one of an application in this folder into a bundle; undefined if none is known to do so. */
export function bundlerOf(name: string, folder: string): string | undefined {
  const { dependencies = {}, devDependencies = {} } = manifestIn(folder) ?? {};
  if (Object.hasOwn(dependencies as object, name) || !Object.hasOwn(devDependencies as object, name)) return undefined;
  return dependenciesOf(folder).find((dependency) => DEVELOPMENT_BUNDLERS.has(dependency));
}

/**
 * Returns the specifiers by which an application in this folder can load packages of these names. They include the names
 * themselves, npm aliases, links, `imports` of its `package.json`, and the links that Turbopack makes for packages outside its
 * bundle.
 */
export function loadedPackages(folder: string, names: readonly string[]): LoadedPackage[] {
  const { imports = {} } = manifestIn(folder) ?? {};
  const mapped = Object.entries(imports).flatMap(([specifier, target]) =>
    specifier.includes("*") ? [] : targetsOf(target).map((dependency) => ({ specifier, dependency, from: folder })),
  );
  const direct = [...names, ...dependenciesOf(folder)].map((name) => ({
    specifier: name,
    dependency: name,
    from: folder,
  }));
  const built = join(folder, ".next");
  const links = installedIn(join(built, "node_modules")).map((name) => ({
    specifier: name,
    dependency: name,
    from: built,
  }));
  const found = [...direct, ...mapped, ...links].flatMap(({ specifier, dependency, from }): LoadedPackage[] => {
    const { name, version } = findManifest(dependency, from) ?? {};
    return name !== undefined && names.includes(name) ? [{ specifier, from, name, version: version ?? "" }] : [];
  });
  return [...new Map(found.map((each) => [`${each.from} ${each.specifier}`, each])).values()];
}

/** Returns every package that an entry of `imports` may resolve to, under any condition. */
function targetsOf(target: unknown): string[] {
  if (typeof target === "string") return target.startsWith(".") ? [] : [target];
  return typeof target === "object" && target !== null ? Object.values(target).flatMap(targetsOf) : [];
}

function installedIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

function findManifest(name: string, folder: string): Manifest | undefined {
  for (let from = folder; ; from = dirname(from)) {
    const manifest = manifestIn(join(from, "node_modules", name));
    if (manifest !== undefined || from === dirname(from)) return manifest;
  }
}
