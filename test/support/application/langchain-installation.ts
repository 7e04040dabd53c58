import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INSTALLATIONS } from "../paths.ts";

/** Installs an application of `test/installations` by its lock file, unless that is done already. */
export function prepareInstallation(name: string): void {
  const cwd = join(INSTALLATIONS, name);
  const lock = readFileSync(join(cwd, "package-lock.json"), "utf8");
  const note = join(cwd, "node_modules/.installed-lock");
  if (existsSync(note) && readFileSync(note, "utf8") === lock) return;
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ci in ${cwd} failed:\n${stdout}${stderr}`);
  writeFileSync(note, lock);
}
