import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { installed } from "../application/installation.ts";

/** Packages of each runtime, one for a platform, and the program in them. npm installs the one of this machine. */
const PROGRAMS = {
  bun: { scope: "@oven", prefix: "bun-", program: "bin/bun" },
  deno: { scope: "@deno", prefix: "", program: "deno" },
  workerd: { scope: "@cloudflare", prefix: "workerd-", program: "bin/workerd" },
} as const;

export type RuntimeProgram = keyof typeof PROGRAMS;

/** Installs the runtimes, if necessary; returns the path of the program of one. */
export async function installedRuntime(name: RuntimeProgram): Promise<string> {
  const { scope, prefix, program } = PROGRAMS[name];
  const folder = join(await installed("runtimes"), "node_modules", scope);
  const packages = (await readdir(folder)).filter((entry) => entry.startsWith(prefix));
  const path = packages.map((entry) => join(folder, entry, program)).find((file) => existsSync(file));
  if (path === undefined) throw new Error(`The package of ${name} for this machine is not installed in ${folder}.`);
  return path;
}
