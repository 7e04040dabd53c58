import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What is read of a `package.json`. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly [dependencies: string]: unknown;
}

/** An installed package, and the specifier by which the application loads it. */
export interface LoadedPackage {
  readonly specifier: string;
  /** The folder from where the specifier leads to it. */
  readonly from: string;
  /** Its own name, whatever its folder is called. */
  readonly name: string;
  readonly version: string;
}

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** The `package.json` in a folder; undefined when there is none that can be read. */
export function manifestIn(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}

/** Names of the packages that an application asks for in its `package.json`. */
export function dependenciesOf(folder: string): string[] {
  const manifest = manifestIn(folder) ?? {};
  return DEPENDENCIES.flatMap((key) => Object.keys(manifest[key] ?? {}));
}

/**
 * The specifiers by which an application in this folder can load packages with these own names: the names, npm aliases,
 * links, `imports` of its `package.json`, and the links that Turbopack has made for what it leaves out of its bundle.
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

/** Every package that an entry of `imports` may lead to, under whichever condition. */
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
