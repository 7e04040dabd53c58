import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";
import { PRELOAD_FILE, ROOT } from "../support/paths.ts";
import type { Mutation } from "./fault.ts";

/** Folder of the built preload, and that of its mutated copy. The copy lies in the repository, where its imports are found. */
const BUILT = dirname(PRELOAD_FILE);
const MUTATED = join(ROOT, ".build/faults/preload");

/** Returns why a mutation does not fit the built preload; undefined when it does. */
export function misfit(mutation: Mutation): string | undefined {
  const count = filesOf(BUILT).reduce((sum, file) => sum + [...read(file).matchAll(pattern(mutation))].length, 0);
  return count === 1 ? undefined : `"${mutation.find}" occurs ${count} times in ${BUILT}, not once`;
}

/** Makes a copy of the built preload with the mutation. Returns the copy's main file. */
export function mutatedPreload(mutation: Mutation): string {
  rmSync(MUTATED, { recursive: true, force: true });
  cpSync(dirname(BUILT), MUTATED, { recursive: true, filter: (path) => !path.includes("node_modules") });
  for (const file of filesOf(join(MUTATED, "dist"))) {
    const text = read(file);
    const mutated = text.replace(pattern(mutation), () => mutation.put);
    if (mutated === text) continue;
    // A file that does not even compile would make every row fail.
    compileFunction(mutated);
    writeFileSync(file, mutated);
  }
  return join(MUTATED, "dist/index.cjs");
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".cjs"))
    .map((name) => join(folder, name));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** The bundle has a line end or a blank where the compactor put one: between two tokens any blanks fit. */
function pattern({ find }: Mutation): RegExp {
  const tokens = find.match(/\w+|[^\s\w]/g) ?? [];
  return new RegExp(tokens.map((token) => token.replaceAll(/[^\w]/g, String.raw`\$&`)).join(String.raw`\s*`), "g");
}
