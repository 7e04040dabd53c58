import {
  bundledLibraries,
  identityOf,
  packageTree,
  publishedFolders,
  type LockedPackage,
} from "../shipped-packages.ts";

/** Package that nobody ships, with a known advisory: an answer that does not name it comes from nobody who knows advisories. */
export const WITNESS = { name: "minimist", version: "0.0.8" };

/** Published packages with libraries of others in their bundle. */
const BUNDLES = ["register", "src/server"];

/** Project that has nothing but the packages of others that we ship, and the witness. */
export interface ShippedProject {
  /** Content of its `package.json`. */
  readonly manifest: object;
  /** Content of its `package-lock.json`. */
  readonly lock: {
    readonly lockfileVersion: number;
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
    readonly name: string;
  };
  /** Folders of the published packages that ship a package, by its name and version. */
  readonly shippedBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the packages of others that users get from us: the production dependencies of each published package, by the lock file, and the
 * libraries in the bundles. Peer dependencies are not among them: an application chooses those. Throws when a bundle is not
 * built.
 */
export function shippedProject(): ShippedProject {
  const unbuilt = BUNDLES.filter((folder) => bundledLibraries(folder).length === 0);
  if (unbuilt.length > 0) throw new Error(`Not built: ${unbuilt.join(", ")}. Run npm run build first.`);
  const shippedBy = new Map<string, string[]>();
  for (const folder of publishedFolders()) {
    for (const identity of shippedWith(folder)) shippedBy.set(identity, [...(shippedBy.get(identity) ?? []), folder]);
  }
  const locked = [...shippedBy.keys(), `${WITNESS.name}@${WITNESS.version}`].map((identity, index) => {
    const [, name, version] = /^(.+)@(.+)$/.exec(identity)!;
    // In a folder of its own, each version of a package has its place.
    return [`node_modules/shipped-${index}/node_modules/${name}`, { version }] as const;
  });
  const manifest = { name: "shipped", version: "0.0.0" };
  const packages = { "": manifest, ...Object.fromEntries(locked) };
  return { manifest, lock: { ...manifest, lockfileVersion: 3, packages }, shippedBy };
}

function shippedWith(folder: string): Set<string> {
  const places = packageTree(folder, namesOfDependencies).filter((place) => place.includes("node_modules/"));
  return new Set([...places.map(identityOf), ...bundledLibraries(folder)]);
}

function namesOfDependencies({ dependencies, optionalDependencies }: LockedPackage): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies });
}
