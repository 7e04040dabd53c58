import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES, pageText } from "../../support/pages/pages.ts";
import { ROOT } from "../../support/paths.ts";

/** Path from the root of the repository that is neither the end of a longer path nor part of a package's name. */
const REPOSITORY_PATH =
  /(?<![\w./@-])(?:docs|docker|examples|instrumentations|register|scripts|src|test)\/[\w./-]*[\w/-]/g;
/** Example that is a whole file, with the folder it belongs to. */
const EXAMPLE_FILE = /^```ts\n\/\/ ([\w/]+)\/….*?^```/gms;
const RELATIVE_IMPORT = / from "(\.[^"]+)";$/gm;

/** Returns the paths that a page names, or imports in an example, from the root of the repository. links.test.ts follows its links. */
function pathsIn(page: string): string[] {
  const text = pageText(page);
  const named = text.match(REPOSITORY_PATH) ?? [];
  const imported = [...text.matchAll(EXAMPLE_FILE)].flatMap(([example, folder]) =>
    [...example.matchAll(RELATIVE_IMPORT)].map(([, file]) => join(folder!, file!)),
  );
  return [...new Set([...named, ...imported])].toSorted();
}

test.each(PAGES)("%s names only files and folders that exist", (page) => {
  expect(pathsIn(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the pages name the files of the repository", () => {
  expect(PAGES.flatMap(pathsIn).length).toBeGreaterThan(50);
});

test("llms.txt describes every page in whole sentences, without code", () => {
  const lines = readFileSync(join(ROOT, "llms.txt"), "utf8").match(/^- .*/gm) ?? [];
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => !/^- \[.+\]\(docs\/[\w-]+\.md\): [A-Z\d`](?!.*```).{30,}\.$/.test(line))).toEqual([]);
});
