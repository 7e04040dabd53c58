import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { installed } from "../../support/application/installation.ts";

const execute = promisify(execFile);
const PRELOAD = join(import.meta.dirname, "preload.ts");

/** Applications with a version of the package. Two of them run by default, all of them with `TEST_VERSIONS=all`. */
export const APPLICATIONS: readonly string[] =
  process.env.TEST_VERSIONS === "all"
    ? ["anthropic-0.39", "anthropic-0.71", "anthropic-0.137", "anthropic-1"]
    : ["anthropic-0.71", "anthropic-1"];

const folders = new Map<string, Promise<string>>();

/** Installs the packages of an application once for the whole test file; returns its folder. */
function folderOf(application: string): Promise<string> {
  let folder = folders.get(application);
  if (folder === undefined) folders.set(application, (folder = installed(application)));
  return folder;
}

/** Runs a program of this folder in an application, with the instrumentation or without; returns the JSON it wrote. */
export async function runIn<T>(application: string, file: string, format: string, isPreloaded: boolean): Promise<T> {
  const preload = isPreloaded ? ["--import", pathToFileURL(PRELOAD).href] : [];
  const program = [join(import.meta.dirname, file), format, isPreloaded ? "preloaded" : "bare"];
  const { stdout } = await execute(process.execPath, ["--no-warnings", "--expose-gc", ...preload, ...program], {
    cwd: await folderOf(application),
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}
