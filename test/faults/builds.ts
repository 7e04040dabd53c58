import { dirname, join } from "node:path";
import { PRELOAD_FILE, ROOT, SERVER_PROGRAM } from "../support/paths.ts";

/** Main files of the packages that faults run against, as they are built. */
export const BUILDS = {
  preload: PRELOAD_FILE,
  service: SERVER_PROGRAM,
  otel: join(ROOT, "src/otel/dist/index.mjs"),
} as const;

/** Package that faults run against. */
export type BuildName = keyof typeof BUILDS;

/** Main file of each build that a row runs. */
export type Builds = Readonly<Record<BuildName, string>>;

/** Folder of the built files of a package. */
export function builtFolder(name: BuildName): string {
  return dirname(BUILDS[name]);
}
