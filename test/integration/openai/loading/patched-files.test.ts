import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOpenAIFile, OPENAI_FILE_PATTERNS, OPENAI_FILES } from "@svc/openai";
import { isRealtimeFile, REALTIME_FILE_PATTERNS, REALTIME_FILES } from "@svc/openai/realtime";
import { describe, expect, it } from "vitest";
import { ALL_MAJORS } from "../child-process.ts";
import { APPS } from "../../../support/paths.ts";

const PACKAGE = "file:///app/node_modules/openai/";

const OTHERS = [
  `${PACKAGE}index.mjs`,
  `${PACKAGE}resources/chat/completions/index.mjs`,
  `${PACKAGE}resources/files.mjs`,
  `${PACKAGE}resources/models.js`,
  `${PACKAGE}resources/audio/audio.mjs`,
  `${PACKAGE}resources/responses/input-items.mjs`,
  `${PACKAGE}resources/chat/completions/completions.mjs.map`,
  `${PACKAGE}resources/chat/completions/completions.d.ts`,
  `${PACKAGE}resources/beta/chat/completions.mjs`,
  `${PACKAGE}src/resources/chat/completions/completions.ts`,
  "file:///app/node_modules/not-openai/resources/chat/completions/completions.mjs",
  "file:///app/resources/chat/completions.js",
  "node:fs",
  "",
];

describe.each([
  ["of the instrumentation openai", OPENAI_FILES, isOpenAIFile, OPENAI_FILE_PATTERNS, REALTIME_FILES],
  ["of the instrumentation openai-realtime", REALTIME_FILES, isRealtimeFile, REALTIME_FILE_PATTERNS, OPENAI_FILES],
] as const)("the patched files %s", (_name, files, isPatched, patterns, others) => {
  it.each(files.flatMap((file) => [`${PACKAGE}${file}`, `${PACKAGE}${file}?v=1`, `file:///src/openai/${file}`]))(
    "%s",
    (url) => {
      expect(isPatched(url)).toBe(true);
      expect(patterns.some((pattern) => pattern.test(url))).toBe(true);
    },
  );

  it.each([...OTHERS, ...others.map((file) => `${PACKAGE}${file}`)])("not %s", (url) => {
    expect(isPatched(url)).toBe(false);
    expect(patterns.some((pattern) => pattern.test(url))).toBe(false);
  });

  it.each(files)("%s exists in a tested version", (file) => {
    const folders = ALL_MAJORS.map((major) =>
      createRequire(join(APPS, `openai-${major}`, "main.mjs")).resolve("openai"),
    );
    const paths = folders.map((index) => join(dirname(index), file)).filter((path) => existsSync(path));
    expect(paths).not.toEqual([]);
    for (const path of paths) expect(isPatched(pathToFileURL(path).href)).toBe(true);
  });
});
