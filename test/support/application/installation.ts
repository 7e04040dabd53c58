import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { INSTALLATIONS } from "../paths.ts";

const run = promisify(execFile);

/** Installs the packages of a lock file under `test/installations`, unless they are installed; returns the folder's path. */
export async function installed(name: string): Promise<string> {
  const folder = join(INSTALLATIONS, name);
  const lock = join(folder, "package-lock.json");
  const done = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(done) || statSync(done).mtimeMs < statSync(lock).mtimeMs) {
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  }
  return folder;
}
