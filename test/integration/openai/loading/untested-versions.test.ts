import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { appOf, CHILDREN_TIMEOUT } from "../child-process.ts";
import type { Loaded } from "./loading-child.ts";
import type { Observed } from "../observe-openai/observe-openai-child.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const execute = promisify(execFile);
const FOLDER = join(import.meta.dirname, "..");
const PRELOAD = ["--import", pathToFileURL(join(FOLDER, "preload.ts")).href];

const folder = folderOfAllTests("openai-8");

/** Gives the newest tested version a future version number. */
beforeAll(async () => {
  await cp(appOf(7), folder, { recursive: true });
  const installed = join(folder, "node_modules", "openai");
  for (const file of ["package.json", "version.js", "version.mjs"]) {
    const text = await readFile(join(installed, file), "utf8");
    await writeFile(join(installed, file), text.replaceAll("7.59.0", "8.0.1"));
  }
});

async function run(args: readonly string[]): Promise<{ result: unknown; warnings: string[] }> {
  const { stdout, stderr } = await execute(process.execPath, ["--no-warnings", ...args], { cwd: folder });
  return {
    result: JSON.parse(stdout) as unknown,
    warnings: stderr.split("\n").filter((line) => line.includes("outside")),
  };
}

const WARNING = "WARN openai 8.0.1 is outside the tested versions (4 to 7): its calls are recorded as far as";

describe("an untested version of openai", () => {
  it("is recorded under the preload, with one warning for all its files and copies", async () => {
    const modules = ["import:openai", "require:openai"];
    const { result, warnings } = await run([
      ...PRELOAD,
      "load.mjs",
      join(FOLDER, "loading/loading-child.ts"),
      "7",
      ...modules,
    ]);
    const { names: loaded } = result as Loaded;
    expect(loaded).toHaveLength(modules.length);
    for (const names of loaded) expect(names).toContain("chat gpt-4o-mini");
    expect(warnings).toEqual([expect.stringContaining(WARNING)]);
  });

  it.each(["main.mjs", "main.cjs"])("is recorded by observeOpenAI, with one warning: %s", async (program) => {
    const { result } = await run([
      program,
      join(FOLDER, "observe-openai/observe-openai-child.ts"),
      "observeAlone",
      "8",
    ]);
    const observed = result as Observed[];
    expect(observed.find(({ name }) => name === "generationName")?.spans).toHaveLength(1);
    expect(observed.flatMap(({ warnings }) => warnings).filter((line) => line.includes("outside"))).toEqual([
      expect.stringContaining(WARNING),
    ]);
  });
});
