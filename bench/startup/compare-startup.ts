import { join } from "node:path";
import type { Comparison } from "../compare/compare.ts";
import { APPLICATIONS, OURS, start } from "./startup.ts";

/** Comparisons of applications that start under the preload. */
export const STARTUP_COMPARISONS: readonly Comparison[] = APPLICATIONS.map(({ name, file }) => ({
  title: `Start of ${name} under the preload, until it is ready`,
  pairs: 1,
  rounds: 25,
  warmUpRounds: 2,
  note: "Each round starts a process.",
  start: async ({ folder }) => ({
    async measure() {
      const { wall, cpu } = await start(join(folder, "startup"), OURS, file);
      return { "elapsed, ms": wall, "CPU, ms": cpu };
    },
    end: () => Promise.resolve(),
  }),
}));
