// Releases of the recorded packages whose insides have moved: the application works, and one line a package says so.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { MODEL_INSTRUMENTATIONS } from "../../register/instrumentations/model-instrumentations.ts";
import { runProgram, sendingTo } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { folderOfAllTests } from "../support/temporary-folder.ts";

const NAMES = [...new Set(MODEL_INSTRUMENTATIONS.flatMap(({ modules }) => modules))];

const folder = folderOfAllTests("moved");

beforeAll(async () => {
  for (const name of NAMES) {
    const installed = join(folder, "node_modules", name);
    await mkdir(join(installed, "elsewhere"), { recursive: true });
    const manifest = {
      name,
      version: "2.999.0",
      exports: { import: "./elsewhere/a.mjs", require: "./elsewhere/a.cjs" },
    };
    await writeFile(join(installed, "package.json"), JSON.stringify(manifest));
    await writeFile(join(installed, "elsewhere/a.mjs"), "export const answer = 42;\n");
    await writeFile(join(installed, "elsewhere/a.cjs"), "exports.answer = 42;\n");
  }
  const list = JSON.stringify(NAMES);
  const print = "console.log(answers.filter((answer) => answer === 42).length);\n";
  await writeFile(
    join(folder, "main.mjs"),
    `const answers = [];\nfor (const name of ${list}) answers.push((await import(name)).answer);\n${print}`,
  );
  await writeFile(join(folder, "main.cjs"), `const answers = ${list}.map((name) => require(name).answer);\n${print}`);
});

test.each(["main.mjs", "main.cjs"])("%s works, and one line a package names the tested versions", async (main) => {
  const env = sendingTo("http://127.0.0.1:9");
  const run = await runProgram({ cwd: folder, args: [main], node: ["--import", PRELOAD_FILE], env });
  expect(run).toMatchObject({ exitCode: 0, stdout: `${NAMES.length}\n` });
  const lines = run.stderr.split("\n").filter((line) => line !== "");
  const about = (name: string): string[] => lines.filter((line) => line.includes(` WARN ${name} `));
  expect(NAMES.map((name) => [name, about(name)])).toEqual(
    NAMES.map((name) => [name, [expect.stringMatching(/2\.999\.0 has no.*not recorded.* Tested are versions \d/)]]),
  );
  expect(lines).toHaveLength(NAMES.length);
});
