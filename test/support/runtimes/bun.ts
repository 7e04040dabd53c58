import { installedRuntime } from "./installed-runtimes.ts";
import { startProgram } from "./program.ts";
import type { Runtime } from "./runtime.ts";

/** Bun, which finds the packages as an application's. */
export const bun: Runtime = {
  name: "bun",
  target: { conditions: [], external: [], format: "module", findsPackages: true, substitutes: [] },
  start: startProgram(() => installedRuntime("bun"), []),
};
