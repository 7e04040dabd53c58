import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedFolders as listPublished } from "../shipped-packages.ts";

/** Fields of a `package.json` that a release reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly private?: boolean;
  readonly repository?: { readonly url: string; readonly directory?: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Package as npm would publish it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Name of the archive in the folder it was packed into. */
  readonly filename: string;
  readonly size: number;
  /** Size of all files of the archive. */
  readonly unpackedSize: number;
  readonly files: ReadonlyArray<{ readonly path: string }>;
}

const ROOT = join(import.meta.dirname, "../..");

/** Reads the `package.json` of a folder of the repository. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}

/** Returns the folders of the packages that are published, each after those of ours that it depends on. */
export function publishedFolders(): readonly string[] {
  const folders = listPublished();
  const byName = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));
  const ordered = new Set<string>();
  const add = (folder: string): void => {
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const dependency = byName.get(name);
      if (dependency !== undefined) add(dependency);
    }
    ordered.add(folder);
  };
  for (const folder of folders) add(folder);
  return [...ordered];
}

/** Packs packages into a folder, as they would be published. Throws when npm fails. */
export function pack(folders: readonly string[], target: string): readonly PackedPackage[] {
  const args = ["pack", "--json", "--pack-destination", target, ...folders.map((folder) => `./${folder}`)];
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  // A list, or an object with the names of the packages.
  return Object.values(JSON.parse(stdout) as Record<string, PackedPackage>);
}
