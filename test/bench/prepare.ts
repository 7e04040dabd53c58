// Installs what the benchmarks compare: from the registry what the lock files say, and the packages of this repository,
// packed as they would be published, into the same folders, so that all share one copy of the OpenTelemetry API.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderOf, LINES, type Line } from "./installation.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The packages of this repository, and the lines on which each is measured. */
const OURS: ReadonlyArray<{ readonly name: string; readonly source: string; readonly lines: readonly Line[] }> = [
  { name: "core", source: "src/core", lines: ["otel-2", "otel-3"] },
  { name: "tracing", source: "src/tracing", lines: ["otel-2", "otel-3"] },
  { name: "otel", source: "src/otel", lines: ["otel-2", "otel-3"] },
  { name: "openai", source: "instrumentations/openai", lines: ["otel-3"] },
];

/** Installs and packs what is missing or old. Takes a few seconds; the build is as `npx tsdown` makes it. */
export function prepare(): void {
  run("npx", ["--no-install", "tsdown"], ROOT);
  const packed = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const tarballs = OURS.map((ours) => ({ ...ours, tarball: pack(ours.source, packed) }));
  for (const line of Object.keys(LINES) as Line[]) {
    const folder = folderOf(line);
    installLocked(folder);
    for (const { name, tarball, lines } of tarballs) {
      if (lines.includes(line)) unpack(tarball, join(folder, "node_modules/@svc", name));
    }
  }
  rmSync(packed, { recursive: true });
}

function installLocked(folder: string): void {
  const note = join(folder, "node_modules/.installed-lock");
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (existsSync(note) && readFileSync(note, "utf8") === lock) return;
  run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], folder);
  writeFileSync(note, lock);
}

function pack(source: string, target: string): string {
  return join(target, run("npm", ["pack", "--silent", "--pack-destination", target], join(ROOT, source)).trim());
}

/** They depend on each other and on the API, which is there: nothing has to be resolved. */
function unpack(tarball: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  run("tar", ["-xzf", tarball, "--strip-components=1", "-C", target], target);
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd} failed:\n${stdout}${stderr}`);
  return stdout;
}

if (import.meta.main) prepare();
