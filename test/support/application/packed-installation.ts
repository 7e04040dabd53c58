import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { APPS, ROOT } from "../paths.ts";

const run = promisify(execFile);

/** Separate folder in which packages were installed as a user installs them. */
export interface Installation {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Packs packages of this repository as they would be published and installs them with others from the registry, away from this
 * repository's own `node_modules`. Copies the files of an application under `test/apps` into the folder.
 */
export async function install(
  app: string,
  ours: readonly string[],
  others: Readonly<Record<string, string>>,
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "svc-installed-"));
  await cp(join(APPS, app), folder, { recursive: true });
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "installed", private: true, dependencies: others }),
  );
  for (const source of ours)
    await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(ROOT, source) });
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => `./${name}`);
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", ...tarballs], {
    cwd: folder,
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
