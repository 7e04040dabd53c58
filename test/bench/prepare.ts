// Installs the packages that the benchmarks compare: from the registry by the lock files, and the packages of this repository,
// packed as for publishing. All go into the same folders, so that they share one copy of the OpenTelemetry API.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT_FOLDER } from "./client-contender.ts";
import { folderOf, LINES, type Line } from "./installation.ts";

const ROOT = join(import.meta.dirname, "../..");
const LINE_FOLDERS: readonly string[] = (Object.keys(LINES) as Line[]).map(folderOf);

/**
 * Packages of this repository with the folders they are measured in: those of the OpenTelemetry versions, and the one of the
 * other client.
 */
const OURS: ReadonlyArray<{ readonly name: string; readonly source: string; readonly folders: readonly string[] }> = [
  { name: "core", source: "src/core", folders: [...LINE_FOLDERS, CLIENT_FOLDER] },
  { name: "tracing", source: "src/tracing", folders: [...LINE_FOLDERS, CLIENT_FOLDER] },
  { name: "otel", source: "src/otel", folders: LINE_FOLDERS },
  { name: "openai", source: "instrumentations/openai", folders: [folderOf("otel-3")] },
  { name: "client", source: "src/client", folders: [CLIENT_FOLDER] },
];

/** Installs and packs the packages that are missing or old. Takes a few seconds; uses the build of `npx tsdown`. */
export function prepare(): void {
  run("npx", ["--no-install", "tsdown"], ROOT);
  const packed = mkdtempSync(join(tmpdir(), "svc-bench-"));
  for (const folder of [...LINE_FOLDERS, CLIENT_FOLDER]) installLocked(folder);
  for (const { name, source, folders } of OURS) {
    const tarball = pack(source, packed);
    for (const folder of folders) unpack(tarball, join(folder, "node_modules/@svc", name));
  }
  rmSync(packed, { recursive: true });
}

/** Installs the packages of a folder's lock file, unless that is done already. */
export function installLocked(folder: string): void {
  const note = join(folder, "node_modules/.installed-lock");
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (existsSync(note) && readFileSync(note, "utf8") === lock) return;
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], folder);
  writeFileSync(note, lock);
}

function pack(source: string, target: string): string {
  return join(target, run("npm", ["pack", "--silent", "--pack-destination", target], join(ROOT, source)).trim());
}

/** Unpacks a package. Our packages depend only on each other and on the API, which is installed: nothing has to be resolved. */
function unpack(tarball: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  run("tar", ["-xzf", tarball, "--strip-components=1", "-C", target], target);
}

/** Puts a package of this repository into a folder as it would be published. */
export function packAndUnpack(source: string, target: string): void {
  const packed = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const tarball = run("npm", ["pack", "--silent", "--pack-destination", packed], source).trim();
  unpack(join(packed, tarball), target);
  rmSync(packed, { recursive: true });
}

/** Runs a command to its end and returns its output. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd} failed:\n${stdout}${stderr}`);
  return stdout;
}

if (import.meta.main) prepare();
