import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOpenAIFile, OPENAI_FILE_PATTERNS, OPENAI_FILES } from "@svc/openai";
import { describe, expect, it } from "vitest";

const PACKAGE = "file:///app/node_modules/openai/";

const OTHERS = [
  `${PACKAGE}index.mjs`,
  `${PACKAGE}resources/chat/completions/index.mjs`,
  `${PACKAGE}resources/chat/completions/completions.mjs.map`,
  `${PACKAGE}resources/chat/completions/completions.d.ts`,
  `${PACKAGE}resources/beta/chat/completions.mjs`,
  `${PACKAGE}src/resources/chat/completions/completions.ts`,
  "file:///app/node_modules/not-openai/resources/chat/completions/completions.mjs",
  "file:///app/resources/chat/completions.js",
  "node:fs",
  "",
];

describe("the files that are patched", () => {
  it.each(OPENAI_FILES.flatMap((file) => [`${PACKAGE}${file}`, `${PACKAGE}${file}?v=1`, `file:///src/openai/${file}`]))(
    "%s",
    (url) => {
      expect(isOpenAIFile(url)).toBe(true);
      expect(OPENAI_FILE_PATTERNS.some((pattern) => pattern.test(url))).toBe(true);
    },
  );

  it.each(OTHERS)("not %s", (url) => {
    expect(isOpenAIFile(url)).toBe(false);
    expect(OPENAI_FILE_PATTERNS.some((pattern) => pattern.test(url))).toBe(false);
  });

  it("are there in the installed package", () => {
    const folder = join(import.meta.dirname, "..", "..", "..", "node_modules", "openai");
    for (const file of OPENAI_FILES) {
      expect(existsSync(join(folder, file))).toBe(true);
      expect(isOpenAIFile(pathToFileURL(join(folder, file)).href)).toBe(true);
    }
  });
});
