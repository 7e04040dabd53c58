import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { installLocked } from "../../test/support/application/installation.ts";
import { INSTALLATIONS, type InstallationName } from "../installations.ts";
import { build, ROOT, run, unpackInto, type PackageTarget } from "../packages.ts";

/** Packed packages of a checkout with links to everything that they depend on. */
export interface Build {
  readonly name: "before" | "after";
  /** Folder of the installations, in the form of `bench/installations`. */
  readonly folder: string;
}

/** Folder of what is compared. Git ignores it. */
const BUILDS = join(ROOT, ".build/bench");

/** Returns a build that {@link prepareBuild} has made. */
export function preparedBuild(name: Build["name"]): Build {
  const folder = join(BUILDS, name);
  if (!existsSync(folder)) throw new Error(`There is no prepared build in ${folder}: run without --prepared.`);
  return { name, folder };
}

/**
 * Builds and packs a checkout. `place` is the checkout's folder, or a revision, which is checked out and installed in `.build/bench`
 * when it is first asked for.
 */
export async function prepareBuild(
  name: Build["name"],
  place: string,
  targets: ReadonlySet<PackageTarget>,
): Promise<Build> {
  const checkout = existsSync(place) ? resolve(place) : checkOut(place);
  if (!existsSync(join(checkout, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"], checkout);
  build(checkout);
  const folder = join(BUILDS, name);
  rmSync(folder, { recursive: true, force: true });
  for (const target of targets) {
    linkInstallation(join(folder, target), await sourceOf(target, checkout));
    unpackInto(join(folder, target), target, checkout);
  }
  return { name, folder };
}

/** Returns the folder whose packages are linked: the lock file's installation, or the checkout for its own service. */
async function sourceOf(target: PackageTarget, checkout: string): Promise<string> {
  if (target === "server") return checkout;
  const folder = join(INSTALLATIONS, target satisfies InstallationName);
  await installLocked(folder);
  return folder;
}

function checkOut(revision: string): string {
  const commit = run("git", ["rev-parse", "--verify", `${revision}^{commit}`], ROOT).trim();
  const folder = join(BUILDS, `checkout-${commit}`);
  if (!existsSync(folder)) run("git", ["worktree", "add", "--detach", folder, commit], ROOT);
  return folder;
}

/** Makes a folder with links to the files of another and to its packages, except ours. */
function linkInstallation(folder: string, source: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const file of readdirSync(source)) {
    if (statSync(join(source, file)).isFile()) symlinkSync(join(source, file), join(folder, file));
  }
  for (const name of readdirSync(join(source, "node_modules"))) {
    if (name !== "@svc" && !name.startsWith(".")) symlinkSync(join(source, "node_modules", name), join(modules, name));
  }
}
