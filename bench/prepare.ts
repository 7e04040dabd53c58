// Installs the packages that the benchmarks compare: from the registry by the lock files, and the packages of this repository,
// packed as for publishing. All go into the same folders, so that they share one copy of the OpenTelemetry API.
import { join } from "node:path";
import { installLocked } from "../test/support/application/installation.ts";
import { INSTALLATIONS, type InstallationName } from "./installations.ts";
import { build, ROOT, unpackInto } from "./packages.ts";

/** Builds this repository unless `builds` is false, and installs what is missing or old in these installations. */
export async function prepare(names: readonly InstallationName[], { builds }: { builds: boolean }): Promise<void> {
  if (builds) build(ROOT);
  for (const name of names) {
    const folder = join(INSTALLATIONS, name);
    await installLocked(folder);
    unpackInto(folder, name, ROOT);
  }
}
