import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
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
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--loglevel=error"];
  await run("npm", ["install", ...options, ...(await pack(ours))], { cwd: folder });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Packed packages of this test file, by their folders. */
const packed = new Map<string, Promise<string[]>>();

/** Packs packages, in one process of npm and once per test file. Returns the paths of the archives. */
function pack(ours: readonly string[]): Promise<string[]> {
  const key = ours.join(" ");
  let archives = packed.get(key);
  if (archives === undefined) {
    archives = packAll(ours);
    packed.set(key, archives);
  }
  return archives;
}

async function packAll(ours: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "svc-packed-"));
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--pack-destination", folder, ...ours.map((source) => `./${source}`)],
    {
      cwd: ROOT,
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return Object.values(JSON.parse(stdout) as Record<string, { filename: string }>).map(({ filename }) =>
    join(folder, filename),
  );
}
