// Every code block of the README and of docs/ is checked by the rule of its language. test/e2e/pages executes the programs.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Script } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { runProgram } from "../../support/application/run-application.ts";
import { PROGRAM_BLOCKS, writePrograms } from "../../support/pages/block-programs.ts";
import { unusedRules } from "../../support/pages/block-rules.ts";
import { codeBlocks, PAGES, USER_PAGES, type CodeBlock } from "../../support/pages/pages.ts";
import { problemsOf } from "../../support/pages/shell-commands.ts";
import { ROOT } from "../../support/paths.ts";

/** Languages of blocks, each with its check, which throws. A text is a picture, of a tree or of an output. */
const CHECKS: Readonly<Record<string, (code: string) => void>> = {
  "": () => {},
  text: () => {},
  diff: (code) => expect(code).toMatch(/^--- .*\n\+\+\+ .*\n@@ /m),
  sh: (code) => expect(problemsOf(code)).toEqual([]),
  json: (code) => void JSON.parse(code),
  // The pages show lines of a file with comments, not the file.
  jsonc: (code) => void JSON.parse(`{${code.replaceAll(/^\s*\/\/.*$/gm, "").replace(/,\s*$/, "")}}`),
  // test/e2e/reverse-proxies runs it.
  nginx: (code) => expect(code).toContain("proxy_pass"),
  yaml: (code) => expect(parseYaml(code)).toBeTypeOf("object"),
  html: (code) => {
    for (const [, script] of code.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) void new Script(script!);
  },
  // Compiled together, below.
  js: () => {},
  ts: () => {},
};

const CHECKED_PAGES = [...USER_PAGES, "CONTRIBUTING.md"];

it.each(CHECKED_PAGES.map((page): [string, CodeBlock[]] => [page, codeBlocks(page)]))(
  "the code blocks of %s are right",
  (_page, blocks) => {
    for (const { language, code, line } of blocks) {
      const check = CHECKS[language];
      expect(check, `line ${line}: no rule for ${language}`).toBeDefined();
      check!(code);
    }
  },
);

it("finds every code block", () => {
  const fences = CHECKED_PAGES.flatMap(codeBlocks).length;
  const lines = CHECKED_PAGES.flatMap(
    (page) =>
      codeBlocks(page)
        .map(({ code }) => code)
        .join("")
        .match(/^ *```/gm) ?? [],
  );
  expect(fences).toBeGreaterThan(120);
  expect(lines).toEqual([]);
});

it.each([
  ["a script", "npm run missing", "package.json has no script missing"],
  ["a package", "npm install @svc/missing", "the repository has no package @svc/missing"],
  ["a command", "npx @svc/missing --write", "the repository has no package @svc/missing"],
  ["a file", "node src/missing.mjs", "there is no src/missing.mjs"],
  ["a file behind a variable", "A=1 docker build -f docker/missing .", "there is no docker/missing"],
  ["a program", "mising --now", "no command mising is known"],
])("finds %s that does not exist", (_what, command, problem) => {
  expect(problemsOf(command)).toEqual([`${command}: ${problem}`]);
});

/** Options of the compiler for blocks of TypeScript; those of JavaScript leave more to the reader. */
const STRICT = {
  target: "es2023",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  customConditions: ["node"],
  types: ["node"],
  typeRoots: [join(ROOT, "node_modules/@types")],
  experimentalDecorators: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Errors that count in JavaScript, which is executed and has no types of its own: syntax, modules, exports and names that do not exist.
 */
const ERROR_OF_JAVASCRIPT = /error TS(1\d{3}|2304|2305|2307|2551|2552|2614|2724):/;

/** Compiles the programs of one language; returns the errors. */
async function errorsOf(language: "js" | "ts", options: object): Promise<string[]> {
  const project = join(ROOT, `.build/page-types/tsconfig.${language}.json`);
  await writeFile(project, JSON.stringify({ include: [`**/*.${language}.mts`], compilerOptions: options }));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout, stderr } = await runProgram({ cwd: ROOT, args: [compiler, "--pretty", "false", "-p", project] });
  return `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
}

describe("the programs of the pages", () => {
  beforeAll(async () => {
    await writePrograms("page-types", PROGRAM_BLOCKS);
  }, 240_000);

  it("of TypeScript compile with strict against the packages as they are built", { timeout: 120_000 }, async () => {
    expect(await errorsOf("ts", STRICT)).toEqual([]);
  });

  it("of JavaScript name what exists", { timeout: 120_000 }, async () => {
    const errors = await errorsOf("js", { ...STRICT, strict: false, noImplicitAny: false });
    expect(errors.filter((error) => ERROR_OF_JAVASCRIPT.test(error))).toEqual([]);
  });

  it("have no rule that fits no block", () => {
    expect(unusedRules(PROGRAM_BLOCKS)).toEqual([]);
  });

  it("are found on most pages", () => {
    expect(PROGRAM_BLOCKS.length).toBeGreaterThan(60);
    expect(PAGES.length).toBeGreaterThan(USER_PAGES.length);
  });
});
