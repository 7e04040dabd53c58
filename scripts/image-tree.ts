// Builds an image's files for a package of this repository: the package as it is published, its production dependencies by the
// lock file, and a bill of materials. Run after the build, from the root:
//
//   node scripts/image-tree.ts src/server /image/app /image/sbom/server.cdx.json
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  bundledLibraries,
  identityOf,
  LOCKED_PACKAGES,
  packageTree,
  placeOf,
  publishedFolders,
} from "./shipped-packages.ts";

interface Component {
  /** Name and version; for a package of this repository, `name` is its folder. */
  "bom-ref": string;
  name: string;
  scope: string;
  properties: unknown[];
}

interface BillOfMaterials {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: Array<{ ref: string; dependsOn: string[] }>;
}

const [workspace, folder, billFile] = process.argv.slice(2);
if (workspace === undefined || folder === undefined || billFile === undefined || !LOCKED_PACKAGES[workspace]) {
  throw new Error("Usage: node scripts/image-tree.ts WORKSPACE FOLDER BILL_OF_MATERIALS");
}
const places = productionTree(workspace);
for (const place of places) copyPackage(place, join(folder, installedAt(place)));
mkdirSync(dirname(billFile), { recursive: true });
writeFileSync(billFile, `${JSON.stringify(billOfMaterials(workspace, places), undefined, 2)}\n`);

/** Returns the package and everything it needs at run time, by their places in the lock file. */
function productionTree(workspace: string): string[] {
  return packageTree(workspace, ({ dependencies, peerDependencies, peerDependenciesMeta }) => {
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    return [...Object.keys(dependencies ?? {}), ...peers];
  });
}

/** Returns the path of a package below an installation's folder. Links to packages of this repository become folders. */
function installedAt(place: string): string {
  if (place.startsWith("node_modules")) return place;
  const [own = "", nested] = place.split(/(?=\/node_modules)/);
  return join("node_modules", LOCKED_PACKAGES[own]!.name ?? "", nested ?? "");
}

function copyPackage(place: string, target: string): void {
  if (place.includes("node_modules")) {
    cpSync(place, target, {
      recursive: true,
      filter: (source) => source === place || (basename(source) !== "node_modules" && !source.endsWith(".map")),
    });
    return;
  }
  const { files } = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as { files: string[] };
  for (const file of ["package.json", ...files]) cpSync(join(place, file), join(target, file), { recursive: true });
  cpSync("LICENSE", join(target, "LICENSE"));
}

/**
 * Returns a CycloneDX bill of materials: npm's bill of the whole repository without the packages that are not in the image. npm
 * does not know of bundles and marks some of the remaining packages as development only; here all are required. The same files
 * give the same bill.
 */
function billOfMaterials(workspace: string, places: readonly string[]): BillOfMaterials {
  const command = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--loglevel=error"];
  const bill = JSON.parse(execFileSync("npm", command, { encoding: "utf8", maxBuffer: 1 << 28 })) as BillOfMaterials;
  const inside = [...new Set([...places.map(identityOf), ...bundledIn(workspace)])].toSorted();
  const components = inside.map((identity) => componentOf(identity, bill));
  const own = identityOf(workspace);
  const seconds = Number(process.env["SOURCE_DATE_EPOCH"] ?? 0);
  return {
    ...bill,
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(components))}`,
    metadata: {
      ...bill.metadata,
      timestamp: new Date(seconds * 1000).toISOString(),
      component: components.find((component) => component["bom-ref"] === own)!,
    },
    components: components.filter((component) => component["bom-ref"] !== own),
    dependencies: bill.dependencies
      .filter(({ ref }) => inside.includes(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => inside.includes(other)) })),
  };
}

/** Returns npm's component of a package, with its hash and licence. */
function componentOf(identity: string, { components }: BillOfMaterials): Component {
  const component = components.find((component) => component["bom-ref"] === identity);
  if (component === undefined) throw new Error(`npm sbom does not know ${identity}.`);
  return { ...component, name: identity.replace(/@[^@]+$/, ""), scope: "required", properties: [] };
}

/** Returns the packages in a bundle: third-party libraries, and packages of this repository. */
function bundledIn(workspace: string): string[] {
  const libraries = bundledLibraries(workspace);
  if (libraries.length === 0) return [];
  const needed = Object.keys(LOCKED_PACKAGES[workspace]!.devDependencies ?? {}).map((name) => placeOf(name, workspace));
  const own = needed.filter((place) => !place.includes("node_modules"));
  // The preload has every instrumentation, and names none as a dependency.
  const instrumentations = publishedFolders().filter((folder) => folder.startsWith("instrumentations/"));
  return [...libraries, ...[...own, ...(workspace === "register" ? instrumentations : [])].map(identityOf)];
}

/** Returns a UUID of version 8 derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
