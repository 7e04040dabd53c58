import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasTest, type TestGroup } from "./test-groups.ts";

/** Folders that are made of sources, and files that tests write. */
const MADE = /(^|\/)(node_modules|dist|\.build|\.next|\.installing-[^/]*)(\/|$)/;

/** Returns the files of a group, sorted: its inputs, and its test files. Paths are relative to `root`. */
export function filesOf(group: TestGroup, root: string): readonly string[] {
  const inputs = group.inputs
    .flatMap((input) => globSync(input, { cwd: root }))
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesIn(path, root) : [path]));
  const tests = testFiles(root).filter((path) => hasTest(group, path));
  return [...new Set([...inputs, ...tests])].map((path) => path.replaceAll("\\", "/")).toSorted();
}

/** Returns a digest of the names and contents of a group's files. */
export function digestOf(group: TestGroup, root: string): string {
  const hash = createHash("sha256");
  for (const path of filesOf(group, root))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Returns the test files of the repository. */
export function testFiles(root: string): readonly string[] {
  return globSync("test/**/*.test.ts", { cwd: root, exclude: (path) => MADE.test(path) });
}

function filesIn(folder: string, root: string): readonly string[] {
  return globSync(`${folder}/**/*`, { cwd: root, exclude: (path) => MADE.test(path) }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
}
