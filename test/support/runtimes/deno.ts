import { installedRuntime } from "./installed-runtimes.ts";
import { startProgram } from "./program.ts";
import type { Runtime } from "./runtime.ts";

/** Deno, which finds the packages as an application's. */
export const deno: Runtime = {
  name: "deno",
  target: { conditions: [], external: [], format: "module", findsPackages: true, substitutes: [] },
  start: startProgram(() => installedRuntime("deno"), ["run", "--allow-all", "--no-lock"]),
};
