import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { APPS } from "../../support/paths.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const execute = promisify(execFile);
const PRELOAD = join(import.meta.dirname, "preload.ts");

/** Major versions that are recorded. */
export const ALL_MAJORS: readonly number[] = [4, 5, 6, 7];

/** Major versions that run the tests. */
export const MAJORS: readonly number[] = testedVersions(ALL_MAJORS, [7]);

/** Module formats in which a package is loaded. */
export const FORMATS = ["esm", "cjs"] as const;

/** Time limit for all children of a test file together on a busy machine, in milliseconds. */
export const CHILDREN_TIMEOUT = 240_000;

/** Options of a child process. */
export interface ChildOptions {
  /** Major version of `openai` in the application. */
  major: number;
  format: (typeof FORMATS)[number];
  /** Variables in addition to those of this process. */
  env?: Record<string, string>;
  /** True to preload the instrumentation; default true. */
  isPreloaded?: boolean;
}

/** Runs a function of a file of this folder in a process that has loaded `openai` as an application would. */
export function runWithOpenAI<T>(
  file: string,
  name: string,
  { major, format, env, isPreloaded }: ChildOptions,
): Promise<T> {
  const main = format === "esm" ? "main.mjs" : "main.cjs";
  return runApp<T>(major, [main, join(import.meta.dirname, file), name, String(major)], env, isPreloaded);
}

/** Runs a program of a test application, by default with the instrumentation preloaded; returns the JSON it wrote. */
export async function runApp<T>(
  major: number,
  args: readonly string[],
  env: Record<string, string> = {},
  isPreloaded = true,
): Promise<T> {
  const preload = isPreloaded ? ["--import", pathToFileURL(PRELOAD).href] : [];
  const { stdout } = await execute(process.execPath, ["--no-warnings", "--expose-gc", ...preload, ...args], {
    cwd: appOf(major),
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as T;
}

/** Returns the folder of the test application for a version. */
export function appOf(major: number): string {
  return join(APPS, `openai-${major}`);
}
