import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "../support/paths.ts";
import { BUILDS, builtFolder, type Builds } from "./builds.ts";
import type { Mutation } from "./fault.ts";

/** Folder of the mutated copies. It lies in the repository, where the imports of the copies are found. */
const MUTATED = join(ROOT, ".build/faults");

/** Returns why a mutation does not fit the built package; undefined when it does. */
export function misfit(mutation: Mutation): string | undefined {
  const folder = builtFolder(mutation.of ?? "preload");
  const count = filesOf(folder).reduce((sum, file) => sum + [...read(file).matchAll(pattern(mutation))].length, 0);
  return count === 1 ? undefined : `"${mutation.find}" occurs ${count} times in ${folder}, not once`;
}

/** Makes a copy of the built package with the mutation. Returns the builds with the copy in its place. */
export function mutatedBuilds(mutation: Mutation): Builds {
  const name = mutation.of ?? "preload";
  const built = builtFolder(name);
  const copy = join(MUTATED, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(built, join(copy, basename(built)), { recursive: true });
  for (const beside of ["package.json", "node_modules"]) {
    const path = join(dirname(built), beside);
    if (existsSync(path)) symlinkSync(path, join(copy, beside));
  }
  for (const file of filesOf(join(copy, basename(built)))) {
    const text = read(file);
    const mutated = text.replace(pattern(mutation), () => mutation.put);
    if (mutated === text) continue;
    writeFileSync(file, mutated);
    // A file that does not even compile would make every row fail.
    const { status, stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
    if (status !== 0) throw new Error(`"${mutation.put}" makes ${file} wrong: ${stderr}`);
  }
  return { ...BUILDS, [name]: join(copy, basename(built), basename(BUILDS[name])) };
}

/** Files of a build: all of one module format, that of its main file or, with both formats, ES modules. */
function filesOf(folder: string): string[] {
  const names = readdirSync(folder);
  const ending = names.includes("index.mjs") || names.includes("cli.mjs") ? ".mjs" : ".cjs";
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** Between two tokens any blanks fit. */
function pattern({ find }: Mutation): RegExp {
  const tokens = find.match(/\w+|[^\s\w]/g) ?? [];
  return new RegExp(tokens.map((token) => token.replaceAll(/[^\w]/g, String.raw`\$&`)).join(String.raw`\s*`), "g");
}
