import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Setup } from "./setup.ts";
import { PRELOAD } from "./start-command.ts";

/** Returns true when the application in a folder can load the preload. */
export function isPreloadInstalled(folder: string): boolean {
  return doctorOf(folder) !== undefined;
}

/** Installs the packages of a project by its package manager. Returns false when that fails. */
export function installPackages({ folder, packageManager }: Setup): Promise<boolean> {
  // Windows runs these programs through a shell.
  return succeeds(packageManager, ["install"], folder, process.platform === "win32");
}

/** Runs `svc doctor` of the installed preload, with the variables of `.env` if there is one. Returns false when it finds a problem. */
export function diagnose(folder: string): Promise<boolean> {
  const environment = existsSync(join(folder, ".env")) ? ["--env-file=.env"] : [];
  return succeeds(process.execPath, [...environment, doctorOf(folder)!, "doctor"], folder);
}

/** Returns the program of the preload's commands; undefined when it is not installed where Node finds it. */
function doctorOf(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, "package.json")).resolve(`${PRELOAD}/package.json`);
    const program = join(dirname(manifest), "dist/svc.cjs");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

async function succeeds(program: string, args: readonly string[], cwd: string, shell = false): Promise<boolean> {
  const child = spawn(program, args, { cwd, shell, stdio: "inherit" });
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } catch {
    // There is no such program.
    return false;
  }
}
