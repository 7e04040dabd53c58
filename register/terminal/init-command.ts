import { SVC_SDK_VERSION } from "@svc/core/internal";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { installedPackage } from "../modules/installed-package.ts";

/** Package that sets projects up. It is none of the preload's: images of applications have the preload, and no use for the other. */
const CREATE = "@svc/create";

/**
 * Runs `svc init`: the installed `@svc/create`, else the one of this version from the registry, which npx fetches. Returns its exit
 * code; 2 when there is no npx.
 */
export async function runCreate(options: readonly string[]): Promise<number> {
  const installed = installedPackage(CREATE, process.cwd()) ?? installedPackage(CREATE, __dirname);
  if (installed !== undefined) return exitCodeOf(process.execPath, [join(installed.path, "dist/cli.mjs"), ...options]);
  return exitCodeOf("npx", ["--yes", `${CREATE}@${SVC_SDK_VERSION}`, ...options], process.platform === "win32");
}

async function exitCodeOf(program: string, args: readonly string[], shell = false): Promise<number> {
  const child = spawn(program, args, { shell, stdio: "inherit" });
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code ?? 2;
  } catch (error) {
    process.stderr.write(`svc init: ${program} cannot be started (${String(error)}). Run: npm create @svc\n`);
    return 2;
  }
}
