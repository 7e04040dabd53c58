import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const REPOSITORY = join(import.meta.dirname, "../..");
const PAGES = globSync(["*.md", "docs/*.md", "test/*/*.md", "{register,{instrumentations,src}/*}/README.md"], {
  cwd: REPOSITORY,
}).toSorted();

/** Path from the root of the repository that is neither the end of a longer path nor part of a package's name. */
const REPOSITORY_PATH =
  /(?<![\w./@-])(?:docs|docker|examples|instrumentations|register|scripts|src|test)\/[\w./-]*[\w/-]/g;
/** Target of a link that is not a URL, without the heading behind `#`. */
const LINKED_PATH = /\]\((?![a-z]+:|#)([^)#\s]+)/g;
const FENCED_CODE = /^```.*?^```/gms;
/** Example that is a whole file, with the folder it belongs to. */
const EXAMPLE_FILE = /^```ts\n\/\/ ([\w/]+)\/….*?^```/gms;
const RELATIVE_IMPORT = / from "(\.[^"]+)";$/gm;

/**
 * Returns the paths that a page names, relative to the root of the repository, and the ones that it links to or imports,
 * relative to its folder.
 */
function pathsIn(page: string): string[] {
  const text = readFileSync(join(REPOSITORY, page), "utf8");
  const named = text.match(REPOSITORY_PATH) ?? [];
  const linked = [...text.replaceAll(FENCED_CODE, "").matchAll(LINKED_PATH)].map(([, target]) =>
    join(dirname(page), target!),
  );
  const imported = [...text.matchAll(EXAMPLE_FILE)].flatMap(([example, folder]) =>
    [...example.matchAll(RELATIVE_IMPORT)].map(([, file]) => join(folder!, file!)),
  );
  return [...new Set([...named, ...linked, ...imported])].toSorted();
}

test.each(PAGES)("%s names only files and folders that exist", (page) => {
  expect(pathsIn(page).filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});

test("the pages name the files of the repository", () => {
  expect(PAGES.flatMap(pathsIn).length).toBeGreaterThan(50);
});
