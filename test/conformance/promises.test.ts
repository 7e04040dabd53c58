// Each sentence of the pages on security names the test that fails when it is no longer true: in the table at the end of the page, by the words that it
// begins with. A new sentence needs a row there, or a line in `NO_PROMISE`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { TEST_GROUPS } from "../groups/test-groups.ts";
import { ROOT } from "../support/paths.ts";

/** Page, and the sections whose sentences promise something. Default: all. */
const PAGES: ReadonlyArray<{ path: string; sections?: readonly string[] }> = [
  { path: "SECURITY.md", sections: ["Secrets", "Dependencies", "Access to the local service"] },
  { path: "docs/sign-in.md" },
];

/** Heading of the table. */
const TESTS = "Tests of these promises";

/** Beginnings of sentences that promise nothing: advice, terms, and what the service does not do. */
const NO_PROMISE: readonly string[] = [
  // SECURITY.md
  "An observation contains what the application sent",
  "Their advisories are those of the distribution",
  "The local service is for one machine",
  "It has no TLS",
  "Everyone knows the key pair",
  "The data in it is not encrypted",
  "Before you let other machines reach it",
  "Without them, a proxy that adds no header",
  // docs/sign-in.md
  "Where several people look at the traces",
  "Register `SVC_PUBLIC_URL`",
  "Put a proxy with TLS in front",
  "Some providers leave it out",
  "An address of an image, a sound or a file",
  "Earlier versions told members apart",
];

interface Promised {
  readonly words: string;
  readonly file: string;
  readonly name: string;
}

/** Returns the text of a page without what Markdown adds to it, by section. */
function sectionsOf(path: string): Map<string, string> {
  const text = readFileSync(join(ROOT, path), "utf8").replaceAll(/```[\s\S]*?```/g, "");
  const [start = "", ...others] = text.split(/^## /m);
  const sections = others.map((section): [string, string] => {
    const end = section.indexOf("\n");
    return [section.slice(0, end), section.slice(end)];
  });
  return new Map([["", start.replace(/^# .*/m, "")], ...sections]);
}

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns the sentences of a section: of its paragraphs and lists, and the rows of its tables. */
function sentencesOf(section: string): string[] {
  const lines = section.split("\n");
  const rows = lines.filter((line) => line.startsWith("|"));
  const inTables = rows.filter((row, index) => !/^\|[ :-]+\|/.test(row) && !/^\|[ :-]+\|/.test(rows[index + 1] ?? ""));
  const blocks = lines
    .filter((line) => !line.startsWith("|"))
    .join("\n")
    .split(/\n\s*\n|\n(?=- |#)/)
    .map((block) => plain(block.replace(/^- |^#+ .*/, "")));
  const inText = blocks
    .flatMap((block) => block.split(/(?<=[.:])\s+(?=[A-Z`]|- )/))
    .filter((sentence) => sentence !== "");
  return [...inText, ...inTables.map((row) => plain(row.slice(1)))];
}

/** Returns the rows of the table of a page. */
function promisesOf(path: string): Promised[] {
  const table = sectionsOf(path).get(TESTS) ?? "";
  return Array.from(
    table.matchAll(/^\| (.*?) +\| `(test\/\S+)`: (.*?) +\|$/gm),
    ([, words = "", file = "", name = ""]) => ({
      words,
      file,
      name,
    }),
  );
}

describe.each(PAGES)("$path", ({ path, sections }) => {
  const promises = promisesOf(path);
  const sentences = Array.from(sectionsOf(path)).flatMap(([name, text]) =>
    name === TESTS || (sections !== undefined && !sections.includes(name)) ? [] : sentencesOf(text),
  );

  it("names a test for each sentence that promises something", () => {
    const begins = [...promises.map(({ words }) => words), ...NO_PROMISE];
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((sentence) => !begins.some((words) => sentence.startsWith(words)))).toEqual([]);
  });

  it("has a row for no sentence that is gone", () => {
    const gone = promises.filter(({ words }) => !sentences.some((sentence) => sentence.startsWith(words)));
    expect(gone.map(({ words }) => words)).toEqual([]);
  });

  it.each(promises)("$words …: $file has the test", ({ file, name }) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    const source = readFileSync(join(ROOT, file), "utf8");
    expect(source).toContain(name);
    expect(source).not.toMatch(/\b(?:it|test|describe)\.(?:skip|todo|fails|only)\b/);
    // A file in no group belongs to `npm test`; the groups are run before each release.
    const isInGroup = TEST_GROUPS.some(({ tests }) => tests.some((start) => file.startsWith(`test/${start}`)));
    expect(isInGroup || /^test\/(?:contract|conformance|integration|e2e|security|fuzz|containers)\//.test(file)).toBe(
      true,
    );
  });
});

test("each sentence without a promise is on a page", () => {
  const all = PAGES.flatMap(({ path }) => Array.from(sectionsOf(path).values()).flatMap(sentencesOf));
  const gone = NO_PROMISE.filter((words) => !all.some((sentence) => sentence.startsWith(words)));
  expect(gone).toEqual([]);
});
