import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT } from "../paths.ts";
import type { StoredObservation } from "../server/local-service.ts";
import { byName, treesOf, typeAndName, type Tree } from "../server/observation-trees.ts";

/** Pictures of trees under the headings of a page. */
const PICTURE = /^```text\n((?:agent|chain|span|tool|retriever|generation) {2}.*?)^```/gms;

/** Line of a picture: the branch, two spaces between type and name, and more than one before a remark. */
const LINE = /^((?:│ {2}| {3}|├─ |└─ )*)(\w+) {2}(.+?)(?: {2,}.*)?$/;

/** Expects that a page of the documentation, or the part of it that `page#Heading` names, shows trees of a run. */
export function expectPictured(recorded: readonly StoredObservation[], page: string): void {
  const textsOf = (trees: readonly Tree[]): string[] => byName(trees).map((tree) => JSON.stringify(tree));
  const pictured = textsOf(picturedTrees(page));
  expect(pictured.length).toBeGreaterThan(0);
  expect(textsOf(treesOf(recorded, typeAndName))).toEqual(expect.arrayContaining(pictured));
}

/** Returns the trees that a page shows in text, by types and names. */
function picturedTrees(page: string): Tree[] {
  const [file = "", heading] = page.split("#");
  const text = readFileSync(join(ROOT, "docs", file), "utf8");
  const part = heading === undefined ? text : text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  return [...(part ?? "").matchAll(PICTURE)].map(([, picture]) => treeOf(picture!.trimEnd().split("\n")));
}

function treeOf(lines: readonly string[]): Tree {
  const [first, ...others] = lines.map((line) => {
    const [, branch, type, name] = LINE.exec(line) ?? [];
    if (branch === undefined) throw new Error(`No line of a tree: ${line}`);
    return { depth: branch.length / 3, what: `${type} ${name}` };
  });
  const root: [string, ...Tree[]] = [first!.what];
  const path: Array<[string, ...Tree[]]> = [root];
  for (const { depth, what } of others) {
    const tree: [string, ...Tree[]] = [what];
    path[depth - 1]!.push(tree);
    path.length = depth;
    path.push(tree);
  }
  return root;
}
