import { cp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { ROOT } from "../paths.ts";

/** Puts packages of this repository, as they would be published, among the installed ones of an application. */
export async function putPackages(folder: string, packages: readonly string[]): Promise<void> {
  for (const path of packages) {
    const target = join(folder, "node_modules/@svc", basename(path));
    await rm(target, { recursive: true, force: true });
    await cp(join(ROOT, path, "dist"), join(target, "dist"), { recursive: true });
    await cp(join(ROOT, path, "package.json"), join(target, "package.json"));
  }
}
