import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { readProject, readText } from "./project.ts";
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

/** Runs `svc doctor` of the installed preload, which reads the files that the application reads. Returns false when it finds a problem. */
export function diagnose(folder: string): Promise<boolean> {
  return succeeds(process.execPath, [doctorOf(folder)!, "doctor"], folder);
}

/** Files with the variables of an application; those of Next.js are the last two as well. */
const ENVIRONMENT_FILES = [".env", ".env.local", ".env.development.local"];

/** Returns true when the keys of the service are set here, or in a file beside the application. */
export function hasKeys(folder: string): boolean {
  return (
    Boolean(process.env["SVC_PUBLIC_KEY"]) ||
    ENVIRONMENT_FILES.some((file) => Boolean(parseEnv(readText(join(folder, file)) ?? "")["SVC_PUBLIC_KEY"]))
  );
}

/** Returns the steps from a project that is set up to its first trace, in order: each a command, and what it does. */
export function firstTrace(setup: Setup): ReadonlyArray<readonly [command: string, effect: string]> {
  const { folder, framework, packageManager } = setup;
  // A function is started by its platform.
  if (framework === "lambda") return [];
  const run = packageManager === "npm" || packageManager === "bun" ? `${packageManager} run` : packageManager;
  const { scripts = {} } = readProject(folder).manifest;
  const script = (framework === "next" ? ["dev", "start"] : ["start", "start:dev", "dev", "serve", "start:prod"]).find(
    (name) => scripts[name] !== undefined,
  );
  const keys = hasKeys(folder) ? [] : [keysStep(setup, scripts[script ?? ""] ?? "")];
  const command = script === "start" && packageManager !== "bun" ? `${packageManager} start` : `${run} ${script}`;
  return [
    ["npx @svc/server", "starts the local service, in a terminal of its own: it prints the address of its page"],
    ...keys,
    script === undefined
      ? [`node --import ${PRELOAD} FILE`, "starts the application; its next model call is a trace"]
      : [command, "starts the application; its next model call is a trace"],
    [`npx ${PRELOAD} doctor`, "says what is wrong when no trace arrives"],
  ];
}

/** Returns the step that gives the application its keys, by the file that it reads before the preload starts. */
function keysStep({ folder, framework }: Setup, script: string): readonly [command: string, effect: string] {
  const effect = "gives the application the address and the keys of the local service";
  const file =
    framework === "next" ? ".env.local" : script.includes("--env-file") || /\bbun\b/.test(script) ? ".env" : "";
  if (file === "") return ["export $(grep ^SVC_ .env.example)", `${effect}, in the terminal where it is started`];
  const isThere = existsSync(join(folder, file));
  return [isThere ? `grep ^SVC_ .env.example >> ${file}` : `cp .env.example ${file}`, effect];
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
