import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { USAGE_KINDS } from "../../../src/core/values/usage-kinds.ts";
import { linkTargets } from "../../support/pages/pages.ts";
import { ROOT } from "../../support/paths.ts";

/** Instrumentations without model calls. */
const WITHOUT_USAGE: ReadonlySet<string> = new Set(["mcp", "retrieval"]);

const KINDS: ReadonlySet<string> = new Set(USAGE_KINDS.map(({ kind }) => kind).concat("total"));

/** Pages of packages whose calls have usage. */
const PACKAGE_PAGES = globSync("instrumentations/*/provider.ts", { cwd: ROOT })
  .map((file) => basename(dirname(file)))
  .filter((folder) => !WITHOUT_USAGE.has(folder))
  .concat("realtime")
  .toSorted()
  .map((name) => `docs/${name}.md`);

/** Returns the kinds that a page names: in its text, and in the observations that it shows. */
function namedKinds(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const shown = [...text.matchAll(/^ *usage +(.+)$/gm)].flatMap(([, usage]) => usage!.split(", "));
  const named = [...text.matchAll(/`((?:input|output)_[a-z0-9_]+)`/g)].map(([, kind]) => kind!);
  return [...shown.map((amount) => amount.split(" ")[0]!), ...named];
}

test.each(PACKAGE_PAGES)("%s names the kinds of usage that all packages have", (page) => {
  expect(namedKinds(page).filter((kind) => !KINDS.has(kind))).toEqual([]);
  expect(linkTargets(page).filter((target) => target.startsWith("tokens-and-cost.md"))).not.toEqual([]);
});

test("finds the kinds in the text and in an observation", () => {
  expect(namedKinds("docs/tokens-and-cost.md")).toEqual(
    expect.arrayContaining(["input", "output_reasoning_tokens", "input_cached_image_tokens", "total"]),
  );
});
