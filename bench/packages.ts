import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InstallationName } from "./installations.ts";

/** Folder of this repository. */
export const ROOT: string = join(import.meta.dirname, "..");

/** Folder that packages of this repository are unpacked into: an installation, or one only for the service. */
export type PackageTarget = InstallationName | "server";

/** Packages of this repository that each folder needs: name and source folder. */
const PACKAGES: Readonly<Record<PackageTarget, ReadonlyArray<readonly [name: string, source: string]>>> = {
  "otel-2": [
    ["core", "src/core"],
    ["tracing", "src/tracing"],
    ["otel", "src/otel"],
  ],
  "otel-3": [
    ["core", "src/core"],
    ["tracing", "src/tracing"],
    ["otel", "src/otel"],
    ["openai", "instrumentations/openai"],
  ],
  startup: [["register", "register"]],
  server: [
    ["core", "src/core"],
    ["server", "src/server"],
  ],
};

/** Builds the packages of a checkout. */
export function build(checkout: string): void {
  run("npm", ["run", "build"], checkout);
}

/**
 * Packs the packages of a checkout as for publishing and unpacks them into a folder. They depend on each other and on packages
 * that are installed there. Leaves out a package that an older checkout does not have.
 */
export function unpackInto(folder: string, target: PackageTarget, checkout: string): void {
  const packed = mkdtempSync(join(tmpdir(), "svc-bench-"));
  for (const [name, source] of PACKAGES[target]) {
    if (!existsSync(join(checkout, source, "package.json"))) continue;
    const pack = ["pack", "--silent", "--pack-destination", packed];
    const tarball = join(packed, run("npm", pack, join(checkout, source)).trim());
    const place = join(folder, "node_modules/@svc", name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    run("tar", ["-xzf", tarball, "--strip-components=1", "-C", place], place);
  }
  rmSync(packed, { recursive: true });
}

/** Runs a command to its end and returns its output. Throws an error with all output when the command fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd} failed:\n${stdout}${stderr}`);
  return stdout;
}
