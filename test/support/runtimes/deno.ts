import { installedRuntime } from "./installed-runtimes.ts";
import { startProgram } from "./program.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Arguments that start a program. Without its cache of compiled code, which takes a CommonJS file for the one before at the same path
 * when both have the same length (denoland/deno#36413): a build whose files moved in it has.
 */
export const DENO_RUN: readonly string[] = ["run", "--allow-all", "--no-lock", "--no-code-cache"];

/** Deno, which finds the packages as an application's. */
export const deno: Runtime = {
  name: "deno",
  target: { conditions: [], external: [], format: "module", findsPackages: true, substitutes: [] },
  start: startProgram(() => installedRuntime("deno"), DENO_RUN),
};
