import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { anchorsOf, linkTargets, PAGES } from "../../support/pages/pages.ts";
import { ROOT } from "../../support/paths.ts";

const ADDRESS = /^[a-z][a-z+.-]*:/;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "localhost"]);

/** Returns what is wrong with a target; undefined for one that leads somewhere. An address elsewhere is looked at, not fetched. */
function problemOf(page: string, target: string): string | undefined {
  if (ADDRESS.test(target)) return problemOfAddress(target);
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, file))) return `${target}: there is no ${file}`;
  if (anchor === undefined) return undefined;
  if (!file.endsWith(".md")) return `${target}: ${file} has no headings`;
  return anchorsOf(file).has(anchor) ? undefined : `${target}: ${file} has no heading for #${anchor}`;
}

function problemOfAddress(target: string): string | undefined {
  const url = URL.parse(target);
  if (url === null) return `${target}: not an address`;
  if (url.protocol === "https:" || url.protocol === "mailto:") return undefined;
  return LOCAL_HOSTS.has(url.hostname)
    ? undefined
    : `${target}: https would keep the page from being changed on its way`;
}

test.each(PAGES)("the links of %s lead somewhere", (page) => {
  const problems = linkTargets(page).map((target) => problemOf(page, target));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test("finds a missing page, a missing heading and a bad address", () => {
  const targets = [
    "missing.md",
    "docs/scores.md#missing",
    "#missing",
    "https://",
    "http://example.com",
    "LICENSE#part",
  ];
  expect(targets.map((target) => problemOf("README.md", target)).filter((problem) => problem === undefined)).toEqual(
    [],
  );
});

test("the pages have links, with anchors and without", () => {
  const targets = PAGES.flatMap(linkTargets);
  expect(targets.length).toBeGreaterThan(300);
  expect(targets.filter((target) => target.includes(".md#")).length).toBeGreaterThan(30);
});
