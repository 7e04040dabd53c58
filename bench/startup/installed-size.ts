import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { installationFolder } from "../installations.ts";

/** Size of what `npm install` of one package installs. */
export interface InstalledSize {
  readonly files: number;
  readonly bytes: number;
}

/** Returns the size of a package and of everything it depends on, with dependencies resolved as Node does. */
export function installedSize(name: string): InstalledSize {
  const folders = new Set<string>();
  collect(join(installationFolder("startup"), "node_modules", name), folders);
  const sizes = [...folders].flatMap((folder) => fileSizes(folder));
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function collect(folder: string, folders: Set<string>): void {
  if (folders.has(folder)) return;
  folders.add(folder);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
    "dependencies" | "peerDependencies" | "peerDependenciesMeta",
    Record<string, unknown> | undefined
  >;
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((peer) => !manifest.peerDependenciesMeta?.[peer]);
  for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...peers]) {
    const found = find(folder, dependency);
    if (found !== undefined) collect(found, folders);
  }
}

function find(folder: string, name: string): string | undefined {
  for (let from = folder; from.startsWith(installationFolder("startup")); from = join(from, "..")) {
    const candidate = join(from, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
  }
  return undefined;
}

function fileSizes(folder: string): number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules") return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? fileSizes(path) : [statSync(path).size];
  });
}
