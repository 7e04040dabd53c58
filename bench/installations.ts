import { join } from "node:path";

/** Folders of installed packages: two versions of OpenTelemetry JS, and the preloads. */
export type InstallationName = "otel-2" | "otel-3" | "startup";

/** Folder of all installations with their lock files. */
export const INSTALLATIONS: string = join(import.meta.dirname, "installations");

/** Variable that names another folder of installations: those of one build, in a comparison of builds. */
export const INSTALLATIONS_VARIABLE = "BENCH_INSTALLATIONS";

/** Returns the folder that programs load their packages from. */
export function installationFolder(name: InstallationName): string {
  return join(process.env[INSTALLATIONS_VARIABLE] ?? INSTALLATIONS, name);
}
