// Every regular expression of the published code, except for those inside of template literals, takes hostile inputs in linear
// time: twice the input, about twice the time. The test fails for a pattern such as /\/+$/ or /(a+)+$/, as its first test shows.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { expect, it } from "vitest";
import { ROOT } from "../support/paths.ts";
import { regexLiterals, type RegexLiteral } from "./regex-literals.ts";

/** Files that may have a pattern that needs more than linear time: what it searches is a setting of the operator. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // Address of the service. Old browsers lack the form that is linear.
  [String.raw`\/+$`]: ["register/terminal/reads.ts", "src/core/names/headers.ts"],
};

const PACKAGES = ["src", "instrumentations", "register"];

const FILES = PACKAGES.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] }),
).toSorted();

const ALL = FILES.flatMap((file) => regexLiterals(file, readFileSync(join(ROOT, file), "utf8")));
const LITERALS = [...new Map(ALL.map((literal) => [`${literal.source}/${literal.flags}`, literal])).values()];

/** Texts that are repeated: those that ambiguous patterns stumble over, and the pattern's own characters. */
function pumps(source: string): string[] {
  const own = source.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?/g, "").match(/[^\\()[\]{}?*+^$|]/g) ?? [];
  const words = source.match(/[\w@:="/-]{2,}/g) ?? [];
  return [
    ...new Set([
      ...own,
      ...words,
      " ",
      "\n",
      "a",
      "A",
      "0",
      "/",
      "=",
      "<",
      '"',
      "\\",
      "{{",
      "a.",
      "a:",
      "a ",
      "=0",
      "é",
      "[0;",
    ]),
  ];
}

/** Beginnings with which a pattern gets as far as its repetition. */
function beginnings(source: string): string[] {
  const literal = source.replaceAll(/\\(.)/g, (_whole, character: string) => (/\w/.test(character) ? "\0" : character));
  const word = literal.match(/[^\0()[\]?*+^$|.]+/)?.[0] ?? "";
  return [...new Set(["", word, '"', "x", "-"])];
}

const SHORT = 4_000;
const LIMIT_MS = 500;
/** Time below which growth cannot be told from noise, in milliseconds. A quadratic pattern takes far longer. */
const NOTICEABLE_MS = 25;

const sandbox = createContext({});
const search = new Script("text.replace(new RegExp(source, flags), '').length");

/** Returns the milliseconds of a search; infinite when it does not end. */
function time({ source, flags }: Pick<RegexLiteral, "source" | "flags">, text: string): number {
  Object.assign(sandbox, { source, flags, text });
  const begin = process.cpuUsage();
  try {
    search.runInContext(sandbox, { timeout: LIMIT_MS });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  return process.cpuUsage(begin).user / 1e3;
}

/** Returns a hostile text, in words, for which the time more than doubles with the length; undefined without one. */
function weakness(literal: Pick<RegexLiteral, "source" | "flags">): string | undefined {
  for (const pump of pumps(literal.source)) {
    for (const begin of beginnings(literal.source)) {
      const textOf = (length: number): string => `${begin}${pump.repeat(Math.ceil(length / pump.length))}\0!`;
      if (time(literal, textOf(8 * SHORT)) < NOTICEABLE_MS) continue;
      // A busy machine may have made one search slow.
      const [short, long] = [SHORT, 4 * SHORT].map((length) =>
        Math.min(...[1, 2].map(() => time(literal, textOf(length)))),
      ) as [number, number];
      if (long === Number.POSITIVE_INFINITY || (long > NOTICEABLE_MS && long > 8 * short))
        return `${JSON.stringify(begin)} and many ${JSON.stringify(pump)}`;
    }
  }
  return undefined;
}

it.each([
  [String.raw`\/+$`, "/"],
  ["(a+)+$", "a"],
  [String.raw`\s*\n\s*`, " "],
])("the search finds what is wrong with %s", (source, pump) => {
  expect(weakness({ source, flags: "g" })).toContain(JSON.stringify(pump));
});

it("the published code is searched", () => {
  expect(LITERALS.length).toBeGreaterThan(150);
  expect(LITERALS.map(({ source }) => source)).toContain(String.raw`@@@svcMedia:[^@]+@@@`);
});

it("every regular expression of the published code takes hostile texts in linear time", () => {
  const weak = LITERALS.flatMap((literal) => {
    const found = weakness(literal);
    return found === undefined ? [] : [{ ...literal, found }];
  });
  const unknown = weak.filter(({ source }) => !(source in KNOWN));
  expect(unknown.map(({ file, line, source, found }) => `${file}:${line} /${source}/: ${found}`)).toEqual([]);
  const users = (source: string) => ALL.filter((literal) => literal.source === source).map(({ file }) => file);
  for (const [source, files] of Object.entries(KNOWN)) expect(users(source)).toEqual(files);
});
