import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { APPS, INSTALLATIONS } from "../paths.ts";

const run = promisify(execFile);

/** Copy of the lock file that the installed packages follow, among these packages. */
const INSTALLED_LOCK = ".installed-lock";

/** Files of an application that npm reads. */
const NPM_FILES: ReadonlySet<string> = new Set(["package.json", "package-lock.json", ".npmrc"]);

/** Installs the packages of an application in `test/installations`, if necessary; returns its folder. */
export async function installed(name: string): Promise<string> {
  const folder = join(INSTALLATIONS, name);
  await installLocked(folder);
  return folder;
}

/** Returns the folder of an application in `test/apps` or `test/installations`, with its packages installed. */
export async function applicationFolder(name: string): Promise<string> {
  return existsSync(join(INSTALLATIONS, name)) ? installed(name) : join(APPS, name);
}

/**
 * Installs the packages of a folder's lock file, unless they are installed. Test files run at the same time: each installs into
 * a folder of its own and moves the finished packages to their place.
 */
export async function installLocked(folder: string): Promise<void> {
  const lock = await readFile(join(folder, "package-lock.json"), "utf8");
  const modules = join(folder, "node_modules");
  if (await isInstalled(modules, lock)) return;
  const own = await mkdtemp(join(folder, ".installing-"));
  for (const file of await readdir(folder)) {
    if (NPM_FILES.has(file)) await copyFile(join(folder, file), join(own, file));
  }
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
    cwd: own,
  });
  await writeFile(join(own, "node_modules", INSTALLED_LOCK), lock);
  if (!(await isInstalled(modules, lock))) {
    await rm(modules, { recursive: true, force: true });
    await rename(join(own, "node_modules"), modules);
  }
  await rm(own, { recursive: true });
}

async function isInstalled(modules: string, lock: string): Promise<boolean> {
  return (await readFile(join(modules, INSTALLED_LOCK), "utf8").catch(() => undefined)) === lock;
}
